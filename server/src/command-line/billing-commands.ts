import { reconcile } from '../billing/mirror/reconcile.js';
import { syncCatalogue } from '../catalogue/sync-catalogue.js';
import { readConfig } from '../config.js';
import { type Payments, paymentsFor } from '../stripe/stripe-client.js';
import { writeToStripe } from '../stripe/stripe-errors.js';
import { paymentsOf } from '../stripe/stripe-on-context.js';
import { practiceNumber } from './practice-number.js';
import type { Command } from './run.js';

/** The account that the environment names: of the process that has the database open. */
const configured = (): Payments => paymentsOf({ payments: paymentsFor(readConfig(process.env)) });

export const billingCommands: readonly Command[] = [
  {
    usage: 'billing catalogue',
    summary: 'find or make the products and prices of the catalogue in the account at Stripe',
    async run({ db, doing, io }) {
      const { products, prices } = await writeToStripe(() => syncCatalogue(configured(), db, doing.now));
      io.out(`${products} products and ${prices} prices were made; everything else was there.`);
    },
  },
  {
    usage: 'billing reconcile',
    summary: 'compare subscriptions with Stripe, mend what differs and say what it was',
    options: { practice: { type: 'string', summary: 'number of a practice; all of them when absent' } },
    async run({ db, options, doing, io }) {
      const { practice } = options;
      const only = typeof practice === 'string' ? practiceNumber(practice) : undefined;
      const { stripe } = configured();
      const notes = 'Found by a comparison with Stripe';
      const found = await writeToStripe(() => reconcile({ db, stripe }, only, { ...doing, notes }));
      for (const { id, customer, what, fields } of found.differences) {
        io.out(`${id} of ${customer}: ${what}${fields.length === 0 ? '' : ` (${fields.join(', ')})`}`);
      }
      io.out(
        `${found.checked} subscriptions of ${found.customers} customers compared, ${found.differences.length} mended.`,
      );
    },
  },
];
