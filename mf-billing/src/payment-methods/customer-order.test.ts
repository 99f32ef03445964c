import { describe, expect, it } from '@jest/globals';
import { aCustomer, anOverdue, upcomingCharges } from '../testing/builders';
import { filterCustomers, orderCustomers } from './customer-order';

const ada = aCustomer({ id: 'cus_ada', name: 'Ada Clinic', email: 'ada@clinic.example' });
const ben = aCustomer({ id: 'cus_ben', name: 'Bén Clinic', email: 'ben@clinic.example' });
const cem = aCustomer({ id: 'cus_cem', name: 'Cem Clinic', error: 'The provider is away' });
const all = [cem, ben, ada];

describe('orderCustomers', () => {
  it('puts customers who owe or failed to load first, then sorts by name', () => {
    expect(orderCustomers(all, [])).toEqual([cem, ada, ben]);
    const { debts } = upcomingCharges({ overdue: [anOverdue({ customer: { id: 'cus_ben', name: null } })] });
    expect(orderCustomers(all, debts)).toEqual([ben, cem, ada]);
  });
});

describe('filterCustomers', () => {
  it('matches words in the name and email address, ignoring case and accents', () => {
    expect(filterCustomers(all, 'clinic ben')).toEqual([ben]);
    expect(filterCustomers(all, 'ADA@')).toEqual([ada]);
    expect(filterCustomers(all, '')).toEqual(all);
  });
});
