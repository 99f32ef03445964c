// @ts-check
/**
 * The billing pages and the overview of a practice with 50 customers, 60 subscriptions and 5,000 invoices, next to
 * those of a practice of the demo: the total time of their requests once everything is cached, and their provider
 * calls.
 */
import { addManyInvoices } from 'tools/many-invoices';
import { withResources } from 'tools/resources';
import { startPostgres } from '../tools/test-system.mjs';
import { atMost } from './budget.mjs';
import { signIn, startCallsOnly } from './latency.mjs';

const CUSTOMERS = 50;
const SUBSCRIPTIONS = 60;
const INVOICES = 5_000;
const ROUNDS = 15;
const METRICS_TOKEN = 'a-token-for-the-metrics-of-the-bench';

/** Practices of one owner. */
const SMALL = 1;
const LARGE = 4;
const OWNER = 'owner@bright-smiles.example';

/** The requests of the three billing pages and the overview. @param {number} practice @param {readonly string[]} customers */
const requestsOf = (practice, customers) => [
  `/api/${practice}/practice-features/feature-summary/`,
  `/api/${practice}/practice-features/upcoming-charges/`,
  `/api/stripe-plan-trials/?practice_id=${practice}`,
  `/api/stripe/list_customers/?practice_id=${practice}`,
  `/api/stripe/list_practice_invoices/?practice_id=${practice}`,
  `/api/stripe/practice_invoice_totals/?practice_id=${practice}`,
  ...customers.map((customer) => `/api/stripe/${customer}/list_customer_payment_methods/`),
];

/** @param {number[]} values */
const median = (values) => [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? NaN;

/** @returns {Promise<import('./budget.mjs').Row[]>} */
export const measureLargePractice = () =>
  withResources(async (resources) => {
    const postgres = resources.keep(await startPostgres(), (started) => started.stop());
    const running = resources.keep(
      await startCallsOnly({ sandbox: true, postgres: postgres.url, environment: { METRICS_TOKEN } }),
      (started) => started.dispose(),
    );
    const { url } = running;
    const cookie = await signIn(url, OWNER);
    const read = async (/** @type {string} */ path) => {
      const answer = await fetch(url + path, { headers: { cookie } });
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
      return /** @type {any} */ (await answer.json());
    };
    /** Reads on until every customer is contained. @returns how often it was asked */
    const readAll = async (/** @type {string} */ path) => {
      for (let asked = 1; ; asked += 1) if (!(await read(path)).progress) return asked;
    };
    const calls = async () => {
      const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
      const counts = [...(await answer.text()).matchAll(/^provider_call_duration_seconds_count\{[^}]*\} (\d+)/gm)];
      return counts.reduce((sum, [, count]) => sum + Number(count), 0);
    };
    const customers = await addManyInvoices(running, {
      practice: LARGE,
      customers: CUSTOMERS,
      subscriptions: SUBSCRIPTIONS,
      invoices: INVOICES,
    });
    const own = (await read(`/api/stripe/list_customers/?practice_id=${SMALL}`)).customers;
    const pages = {
      large: requestsOf(LARGE, customers),
      small: requestsOf(
        SMALL,
        own.map((/** @type {{id: string}} */ { id }) => id),
      ),
    };
    const start = performance.now();
    let asked = 0;
    for (const path of pages.large) asked = Math.max(asked, await readAll(path));
    const firstSeconds = (performance.now() - start) / 1000;
    for (const path of pages.small) await readAll(path);
    const readTotals = (await read(`/api/stripe/practice_invoice_totals/?practice_id=${LARGE}`)).totals;
    const invoices = readTotals.reduce(
      (/** @type {number} */ sum, /** @type {{invoices: number}} */ one) => sum + one.invoices,
      0,
    );
    if (invoices < INVOICES) throw new Error(`Only ${invoices} of ${INVOICES} invoices were read.`);
    const before = await calls();
    /** Without the cards of each customer, which the page asks for one by one. @param {'large' | 'small'} which */
    const visit = async (which) => {
      const began = performance.now();
      for (const path of pages[which].slice(0, 6)) await read(path);
      return performance.now() - began;
    };
    /** Measured in turns, so that other load affects both. @type {{large: number, small: number}[]} */
    const rounds = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push({ small: await visit('small'), large: await visit('large') });
    }
    for (const path of pages.large) await read(path);
    const warmCalls = (await calls()) - before;
    const ms = (/** @type {'large' | 'small'} */ which) => Math.round(median(rounds.map((round) => round[which])));
    return [
      atMost(
        `billing pages, 50 customers and 5,000 invoices against the demo (${ms('large')} and ${ms('small')} ms; first visit ${firstSeconds.toFixed(1)} s in ${asked} parts)`,
        median(rounds.map((round) => round.large / round.small)),
        3,
        'times',
      ),
      atMost('calls to the provider of these pages once they were read', warmCalls, 0, 'requests'),
    ];
  });
