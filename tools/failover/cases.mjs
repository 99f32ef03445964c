// @ts-check
/** Actions of people while the leader's machine dies. Each case checks that its action happened once. */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { waitFor } from './processes.mjs';

/** A replica waits 15 s before it takes over the leases of a job, and 20 s for those of a purchase. */
const FINISHED_WITHIN_MS = 180_000;
const PAUSED_WITHIN_MS = 60_000;
/** Key of the advisory lock that paused transactions wait for. */
const PAUSE_LOCK = 4712;
const WRITERS = Array.from({ length: 20 }, (_, index) => 21 + index);
/** How long the provider takes for a purchase. */
const PROVIDER_TAKES_MS = 3_000;
/** How long the leader's machine hangs: longer than Patroni's ttl. */
export const HANGS_MS = 40_000;

/** @typedef {import('./writers.mjs').Figures} Figures */

/**
 * @typedef {object} Run
 * @property {import('./cluster.mjs').Cluster} cluster
 * @property {import('./client.mjs').Client} client a super admin
 * @property {string} sandbox URL of the payment sandbox
 */

/**
 * @typedef {object} Case
 * @property {string} title
 * @property {number[]} writers practices whose settings and hours are saved meanwhile
 * @property {(run: Run, strike: () => Promise<void>) => Promise<Figures>} work calls `strike` once, where the leader dies
 * @property {'dies' | 'hangs'} [leader] `dies` by default
 */

/**
 * Pauses the transaction that writes a matching row until the leader is lost. The lock that it waits for is in the
 * leader's memory, so it is free on the next leader.
 *
 * @param {Run} run
 * @param {string} table
 * @param {string} condition
 * @param {() => Promise<void>} strike called once a transaction is paused
 * @param {() => Promise<unknown>} work makes the transaction
 */
async function strikeAtWrite({ cluster }, table, condition, strike, work) {
  await cluster.sql(`create or replace function hold_up() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(${PAUSE_LOCK}); return new; end $$`);
  await cluster.sql(
    `create trigger hold_up before insert or update on ${table} for each row when (${condition}) execute function hold_up()`,
  );
  const holder = new pg.Client({ connectionString: cluster.superuser });
  // Its connection ends with the leader.
  holder.on('error', () => undefined);
  await holder.connect();
  await holder.query(`select pg_advisory_lock(${PAUSE_LOCK})`);
  await work();
  await waitFor(`a write of ${table} where ${condition}`, PAUSED_WITHIN_MS, async () => {
    const waiting = await cluster.sql(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`,
    );
    return waiting.length > 0;
  });
  await strike();
  await cluster.sql(`drop trigger hold_up on ${table}`);
  await holder.end().catch(() => undefined);
}

/** @type {Case} */
const bulkChange = {
  title: 'a bulk change of all practices',
  writers: [10],
  async work(run, strike) {
    const { client, cluster } = run;
    const since = new Date();
    let job = '';
    // In the middle of the change's second transaction.
    await strikeAtWrite(run, 'product_change_history', 'new.practice_id = 1500', strike, async () => {
      const change = { action: 'add', type: 'feature', items: ['digital_forms'], filter: {} };
      job = String((await client.change('/api/features/bulk_update/', change)).job_id);
    });
    const end = await waitFor('the end of the bulk change', FINISHED_WITHIN_MS, async () => {
      const read = await client.read(`/api/features/bulk_update/${job}/?results_limit=0`);
      return read.state === 'done' && read;
    });
    const [row] = await cluster.sql(
      `select count(*)::int as entries, count(distinct practice_id)::int as practices from product_change_history
       where feature_name = 'digital_forms' and created_at >= $1`,
      [since],
    );
    const open = end.total - end.changed - end.unchanged;
    return {
      acknowledged: end.total,
      lost: open + Math.max(0, end.changed - row.practices),
      doubled: row.entries - row.practices,
    };
  },
};

/** @param {string} sandbox @param {string} subscription @returns {Promise<number>} */
async function countInvoices(sandbox, subscription) {
  const response = await fetch(`${sandbox}/v1/invoices?limit=100&subscription=${subscription}`, {
    headers: { authorization: 'Bearer sk_test_sandbox' },
  });
  if (!response.ok) throw new Error(`The sandbox answered ${response.status}: ${await response.text()}`);
  return (await response.json()).data.length;
}

/** @type {Case} */
const purchase = {
  title: 'the purchase of an add-on',
  writers: [10],
  async work({ client, cluster, sandbox }, strike) {
    const { subscriptions } = await client.read('/api/6/practice-features/feature-summary/');
    const { id } = subscriptions.find((/** @type {any} */ one) => one.actions.add_features.allowed);
    const { offers } = await client.read(`/api/6/practice-features/add-on-offers/?subscription_id=${id}`);
    const offer = offers.find((/** @type {any} */ one) => one.state === 'offered' && one.price.amount > 0);
    const before = await countInvoices(sandbox, id);
    // The leader is lost while the provider charges, so nothing can be written afterwards.
    await fetch(`${sandbox}/control/stripe/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify([{ on: 'POST /v1/subscriptions/', kind: 'slow', times: 1, delay_ms: PROVIDER_TAKES_MS }]),
    });
    const bought = client.change(`/api/6/practice-features/${id}/add-subscription-items/`, {
      optional_features: [
        { feature_name: offer.feature_name, plan_id: offer.price.id, bundle_name: offer.bundle_name },
      ],
    });
    await waitFor('the purchase', PAUSED_WITHIN_MS, async () => {
      const open = await cluster.sql(`select 1 from billing_requests where practice_id = 6 and state = 'processing'`);
      return open.length > 0;
    });
    await pause(PROVIDER_TAKES_MS / 2);
    await strike();
    await bought;
    const charges = (await countInvoices(sandbox, id)) - before;
    const { features } = await client.read('/api/6/practice-features/feature-summary/');
    const hasFeature = features.some(
      (/** @type {any} */ one) => one.name === offer.feature_name && one.is_active !== false,
    );
    return { acknowledged: 1, lost: charges < 1 || !hasFeature ? 1 : 0, doubled: Math.max(0, charges - 1) };
  },
};

/** @type {Case} */
const clinicCreation = {
  title: 'the creation of practices from clinics',
  writers: [10],
  async work(run, strike) {
    const { client, cluster } = run;
    const clinics = [2, 4].map((clinicNum) => ({ clinicNum, name: `Moved ${clinicNum}`, additionalClinics: [] }));
    await strikeAtWrite(run, 'practices', `new.name = 'Moved 4'`, strike, () =>
      client.change('/api/1/settings/create_clinic_practices/', { clinics }),
    );
    await waitFor('the end of the creation', FINISHED_WITHIN_MS, async () => {
      const { practice_statuses: statuses } = await client.read('/api/1/settings/clinic_creation_status/');
      return statuses.length === 2 && statuses.every((/** @type {any} */ one) => one.status === 'completed');
    });
    const [row] = await cluster.sql(
      `select count(*)::int as practices, count(distinct name)::int as names from practices where name like 'Moved %'`,
    );
    return { acknowledged: clinics.length, lost: clinics.length - row.names, doubled: row.practices - row.names };
  },
};

const nothingElse = { acknowledged: 0, lost: 0, doubled: 0 };

/** @type {Case} */
const savesOfTwenty = {
  title: '20 people who save settings and hours',
  writers: WRITERS,
  async work(_run, strike) {
    await pause(3_000);
    await strike();
    return nothingElse;
  },
};

/** @type {Case} */
const hangingLeader = {
  ...savesOfTwenty,
  title: '20 people who save, while the leader hangs',
  leader: 'hangs',
};

export const cases = [bulkChange, purchase, clinicCreation, savesOfTwenty, hangingLeader];
