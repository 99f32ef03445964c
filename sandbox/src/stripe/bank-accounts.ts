/**
 * Payment methods other than cards: https://docs.stripe.com/payments/sepa-debit, /payments/ach-direct-debit,
 * /payments/link
 */
import type Stripe from 'stripe';
import { missing } from './errors.js';
import type { Reader } from './params.js';
import type { CardBehavior, Store } from './store.js';

/** Test accounts whose debits fail after some days. All others succeed. */
const FAILING = new Set(['DE62370400440532013001', 'AT861904300235473202', '000111111116']);

/** How long a debit is in progress. */
export const DEBIT_TAKES_S = 5 * 86_400;

interface BankMethod {
  behavior: CardBehavior;
  details: Partial<Stripe.PaymentMethod>;
}

const outcomeFor = (account: string): CardBehavior => (FAILING.has(account) ? 'processes_then_fails' : 'processes');

const readers: Readonly<Record<string, (details: Reader) => BankMethod>> = {
  sepa_debit(details) {
    const iban = details.needed('iban').replace(/\s/g, '');
    return {
      behavior: outcomeFor(iban),
      details: {
        sepa_debit: {
          bank_code: iban.slice(4, 12),
          branch_code: null,
          country: iban.slice(0, 2),
          fingerprint: `fp_${iban.slice(-4)}`,
          generated_from: { charge: null, setup_attempt: null },
          last4: iban.slice(-4),
        },
      },
    };
  },
  us_bank_account(details) {
    const account = details.needed('account_number');
    return {
      behavior: outcomeFor(account),
      details: {
        us_bank_account: {
          account_holder_type: details.oneOf('account_holder_type', ['individual', 'company']) ?? 'individual',
          account_type: details.oneOf('account_type', ['checking', 'savings']) ?? 'checking',
          bank_name: 'STRIPE TEST BANK',
          financial_connections_account: null,
          fingerprint: `fp_${account.slice(-4)}`,
          last4: account.slice(-4),
          networks: { preferred: 'ach', supported: ['ach'] },
          routing_number: details.needed('routing_number'),
          status_details: {},
        },
      },
    };
  },
  link: (details) => ({ behavior: 'approves', details: { link: { email: details.text('email') ?? null } } }),
};

/** Whether debits from a method of this type take days. */
export const isDebit = (type: string): boolean => type === 'sepa_debit' || type === 'us_bank_account';

/** Creates a payment method that isn't a card; undefined for other types. */
export function bankMethod(store: Store, type: string, params: Reader): Stripe.PaymentMethod | undefined {
  const read = readers[type];
  if (!read) return undefined;
  const input = params.object(type);
  if (!input && type !== 'link') throw missing(type);
  const billing = params.object('billing_details');
  const { behavior, details } = input
    ? read(input)
    : { behavior: 'approves' as const, details: { link: { email: null } } };
  const method: Stripe.PaymentMethod = {
    id: store.newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: {
      address: null,
      email: billing?.text('email') ?? null,
      name: billing?.text('name') ?? null,
      phone: null,
      tax_id: null,
    },
    created: store.now(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type,
    ...details,
  };
  store.table('card_behaviour').put({ id: method.id, is: behavior });
  return store.table('payment_method').put(method);
}
