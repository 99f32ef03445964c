import { reconcile } from '../billing/subscriptions/mirror/reconcile.js';
import { syncCatalogue } from '../billing/catalogue/sync-catalogue.js';
import { readConfig } from '../platform/config/config.js';
import type { Db } from '../platform/database/tables.js';
import { invalidateOnChange } from '../billing/stripe/cached-responses.js';
import { type Payments, paymentsFor } from '../billing/stripe/stripe-client.js';
import { writeToStripe } from '../billing/stripe/stripe-errors.js';
import { paymentsOf } from '../billing/stripe/stripe-on-context.js';
import { practiceNumber } from './practice-number.js';
import type { CliOutput, Command } from './run.js';

/** The Stripe account configured in this process's environment. */
const paymentsFromEnv = (db: Db, io: CliOutput): Payments => {
  const onChange = invalidateOnChange(db, (error) => io.error(String(error)));
  return paymentsOf({ payments: paymentsFor(readConfig(process.env), undefined, onChange) });
};

export const billingCommands: readonly Command[] = [
  {
    usage: 'billing catalogue',
    summary: 'find or create the products and prices of the catalogue in the Stripe account',
    async run({ db, audit, io }) {
      const { products, prices } = await writeToStripe(() => syncCatalogue(paymentsFromEnv(db, io), db, audit.now));
      io.out(`Created ${products} products and ${prices} prices. Everything else already existed.`);
    },
  },
  {
    usage: 'billing reconcile',
    summary: 'compare subscriptions with Stripe, fix differences and list them',
    options: { practice: { type: 'string', summary: 'practice number; all practices by default' } },
    async run({ db, options, audit, io }) {
      const { practice } = options;
      const only = typeof practice === 'string' ? practiceNumber(practice) : undefined;
      const { stripe } = paymentsFromEnv(db, io);
      const notes = 'Found by a comparison with Stripe';
      const result = await writeToStripe(() => reconcile({ db, stripe }, only, { ...audit, notes }));
      for (const { id, customer: customerId, what, fields } of result.differences) {
        io.out(`${id} of ${customerId}: ${what}${fields.length === 0 ? '' : ` (${fields.join(', ')})`}`);
      }
      io.out(
        `${result.checked} subscriptions of ${result.customers} customers compared, ${result.differences.length} fixed.`,
      );
    },
  },
];
