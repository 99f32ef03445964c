import type { Customer, PaymentMethod } from 'shared-api/contracts';

export function aCustomer(over: Partial<Customer> = {}): Customer {
  return {
    id: 'cus_olivia',
    name: 'Olivia Owner',
    email: 'owner@bright-smiles.example',
    description: null,
    has_payment_method: true,
    active_subscriptions: [{ id: 'sub_core', status: 'active' }],
    error: null,
    ...over,
  };
}

export const cardless = aCustomer({
  id: 'cus_new',
  name: 'Noah New',
  email: 'noah@bright-smiles.example',
  has_payment_method: false,
  active_subscriptions: [],
});

export function aCard(over: Partial<PaymentMethod> = {}, card: Partial<PaymentMethod['card']> = {}): PaymentMethod {
  return {
    id: 'pm_visa',
    card: { brand: 'visa', last4: '4242', exp_month: 8, exp_year: 2028, ...card },
    is_default: true,
    created: Date.UTC(2025, 2, 3, 18) / 1000,
    expiry: 'valid',
    ...over,
  };
}
