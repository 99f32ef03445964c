// @ts-check
/**
 * Response times of other requests during a bulk change of 20,000 practices on the embedded database, which shares the
 * server's thread: `/healthz`, and a read of a practice outside the change, each next to the same request on an idle
 * server. The change is also stopped and resumed. Run it with `node bench/calls-during-bulk.mjs`.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { withResources } from 'tools/resources';
import { atMost } from './budget.mjs';
import { callsOf, signIn, startCallsOnly, summaryOf, timed } from './latency.mjs';

/** A smaller number can be set for a quick run. */
const CHANGED = Number(process.env['BENCH_PRACTICES'] ?? 20_000);
/** Practices outside the change, including those of the demo's people. */
const OTHERS = 100;
const IDLE_MS = 5_000;
const PAUSE_MS = 5;
const POLL_MS = 50;
const MAX_WAIT_MS = 250;
const SEED_MS = 10 * 60_000;

/** @typedef {{name: string, call: () => Promise<unknown>}} Probe */

/** Repeats each call until the work ends. @param {readonly Probe[]} probes @param {() => Promise<unknown>} work */
async function probe(probes, work) {
  let isOver = false;
  const measured = probes.map(async ({ call }) => {
    const times = [];
    while (!isOver) {
      times.push(await timed(call));
      await wait(PAUSE_MS);
    }
    return summaryOf(times);
  });
  await work().finally(() => {
    isOver = true;
  });
  return Promise.all(measured);
}

/** @returns {Promise<import('./budget.mjs').Row[]>} */
export const measureCallsDuringBulk = () =>
  withResources(async (resources) => {
    const environment = { DEMO_PRACTICES: String(CHANGED + OTHERS) };
    const { url } = resources.keep(await startCallsOnly({ environment, startTimeoutMs: SEED_MS }), (running) =>
      running.dispose(),
    );
    const asOwner = callsOf(url, await signIn(url, 'owner@bright-smiles.example'));
    const asStaff = callsOf(url, await signIn(url, 'internal@console.example'));
    const probes = [
      { name: '/healthz', call: () => callsOf(url)('/healthz') },
      { name: 'read of another practice', call: () => asOwner('/api/1/provider-hours/') },
    ];
    const bulk = '/api/features/bulk_update/';
    const practices = Array.from({ length: CHANGED }, (_, at) => OTHERS + 1 + at);
    /** @param {'add' | 'remove'} action @returns {Promise<string>} its job */
    const begin = async (action) => {
      const change = { action, type: 'bundle', items: ['analytics'], practice_ids: practices };
      return (await asStaff(bulk, change)).body.job_id;
    };
    /** @param {string} job @param {(job: { done: number, state: string }) => boolean} isReached */
    const until = async (job, isReached) => {
      for (;;) {
        const { body } = await asStaff(`${bulk}${job}/?results_limit=0`);
        if (isReached(body)) return body;
        if (body.state === 'failed' || body.failed > 0) throw new Error(`The bulk change is ${body.state}`);
        await wait(POLL_MS);
      }
    };
    const steps = new Set();
    const isDone = (/** @type {any} */ job) => {
      steps.add(job.done);
      return job.state === 'done';
    };

    for (const { call } of probes) for (let round = 0; round < 50; round += 1) await call();
    const idle = await probe(probes, () => wait(IDLE_MS));
    const tookMs = { whole: 0 };
    const busy = await probe(probes, async () => {
      tookMs.whole = await timed(async () => until(await begin('add'), isDone));
    });
    console.log(
      `bulk change of ${CHANGED} practices: ${(tookMs.whole / 1000).toFixed(1)} s, progress seen ${steps.size} times`,
    );

    const rows = probes.map(({ name }, at) => {
      const [before, during] = [idle[at], busy[at]];
      if (!before || !during) throw new Error('Nothing was measured');
      for (const [when, { count, p50, p95, p99, max }] of /** @type {const} */ ([
        ['idle', before],
        ['during the change', during],
      ])) {
        const figures = Object.entries({ p50, p95, p99, max }).map(([what, ms]) => `${what} ${ms.toFixed(1)} ms`);
        console.log(`${name}, ${when}: ${figures.join(', ')} (${count} calls)`);
      }
      const ratio = `p95 ${(during.p95 / before.p95).toFixed(1)} × idle, max ${(during.max / before.max).toFixed(1)} × idle`;
      return atMost(`${name} next to a bulk change of ${CHANGED}, embedded: ${ratio}`, during.max, MAX_WAIT_MS, 'ms');
    });

    const job = await begin('remove');
    await until(job, ({ done }) => done > CHANGED / 10);
    const stop = await timed(async () => {
      await asStaff(`${bulk}${job}/stop/`, {});
      const stopped = await until(job, ({ state }) => state === 'stopped' || state === 'done');
      if (stopped.state !== 'stopped') throw new Error('It was over before it could be stopped');
      console.log(`stopped after ${stopped.done} of ${stopped.total} practices`);
    });
    console.log(`from Stop to stopped: ${stop.toFixed(0)} ms`);
    await asStaff(`${bulk}${job}/resume/`, {});
    await until(job, isDone);

    return rows;
  });

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const { what, measured, budget, holds } of await measureCallsDuringBulk()) {
    console.log(`${what}  ${measured} (${budget}) ${holds ? 'holds' : 'MISSED'}`);
  }
}
