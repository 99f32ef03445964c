/** Customers and subscriptions as the server returns them, typed by the contracts. */
import type { AdminCustomer, AdminItem, AdminSubscription, PracticeUser } from 'shared-api/contracts';

/** Noon in Chicago on a day, in epoch seconds. */
export const noon = (date: string): number => Date.parse(`${date}T18:00:00Z`) / 1000;

const named = (name: string) => ({ name: name.toLowerCase().replaceAll(' ', '_'), display_name: name });

/** The page's practice. Page tests give it a new number each time. */
export const PRACTICE = { id: 1, name: 'Bright Smiles Dental' };
export const NORTH = { id: 4, name: 'Bright Smiles North' };

/** An item with a seat for each of the practices. */
export function anItem(over: Partial<AdminItem> = {}): AdminItem {
  const total = over.total_quantity ?? over.quantity ?? 2;
  const assigned = over.assigned_practices ?? [];
  return {
    id: 'si_core',
    description: 'Practice Core',
    quantity: total,
    amount: 45_000,
    currency: 'usd',
    interval: 'month',
    total_quantity: total,
    used_quantity: assigned.length,
    available_quantity: total - assigned.length,
    assigned_practices: assigned,
    bundles: [{ ...named('Core'), features: ['Recall list', 'Patient search'].map(named) }],
    features: [],
    stop_date: null,
    ...over,
  };
}

export const visa = { brand: 'visa', last4: '4242', exp_month: 8, exp_year: 2027 };
export const mastercard = { brand: 'mastercard', last4: '5100', exp_month: 1, exp_year: 2028 };

export function aSubscription(over: Partial<AdminSubscription> = {}): AdminSubscription {
  return {
    id: 'sub_core',
    status: 'active',
    created: noon('2025-03-03'),
    currency: 'usd',
    items: [anItem()],
    payment_method_details: { id: 'pm_visa', card: visa },
    default_payment_method: 'pm_visa',
    parent_subscription_id: null,
    subscription: null,
    phases: [],
    current_phase: null,
    end_behavior: null,
    needs_attention: false,
    is_over: over.status === 'canceled',
    scheduled_differences: [],
    ...over,
  };
}

/** A change on New Year's Day, for `sub_core` by default. */
export function aSchedule(over: Partial<AdminSubscription> = {}): AdminSubscription {
  const phase = { start_date: noon('2027-01-01'), end_date: noon('2028-01-01') };
  return aSubscription({
    id: 'sub_sched_growth',
    status: 'not_started',
    items: [anItem({ id: 'sub_sched_growth:phase:1:growth', description: 'Growth', amount: 18_900 })],
    payment_method_details: null,
    default_payment_method: null,
    parent_subscription_id: 'sub_core',
    subscription: 'sub_core',
    phases: [phase],
    current_phase: null,
    end_behavior: 'release',
    ...over,
  });
}

export function aCustomer(over: Partial<AdminCustomer> = {}): AdminCustomer {
  return {
    id: 'cus_olivia',
    name: 'Olivia Owner',
    email: 'owner@bright-smiles.example',
    description: null,
    subscriptions: [aSubscription()],
    payment_methods: [{ id: 'pm_visa', card: visa, is_default: true }],
    error: null,
    ...over,
  };
}

export const owner: PracticeUser = {
  user_id: 'u-owner',
  name: 'Olivia Owner',
  email: 'owner@bright-smiles.example',
  roles: ['owner', 'manager'],
};
export const staff: PracticeUser = {
  user_id: 'u-staff',
  name: 'Sam Staff',
  email: 'staff@bright-smiles.example',
  roles: ['staff'],
};
