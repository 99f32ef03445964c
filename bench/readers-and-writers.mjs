// @ts-check
/**
 * 200 readers and 20 writers, each with their own session and one request after another, on the embedded database and on
 * PostgreSQL: durations by kind of request, and requests per second. A failed request ends the run.
 * Run it with `node bench/readers-and-writers.mjs [embedded|postgres]`.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { startPostgres } from '../tools/test-system.mjs';
import { callsOf, signIn, startCallsOnly, summaryOf, timed } from './latency.mjs';

const READERS = 200;
const WRITERS = 20;
const PRACTICES = 40;
const WARM_UP_MS = 3_000;
const MEASURED_MS = 15_000;
/** Limited, because password hashing is slow on purpose. */
const SIGN_INS_AT_ONCE = 4;

const people = /** @type {const} */ ([
  ['owner@bright-smiles.example', 1],
  ['manager@bright-smiles.example', 1],
  ['staff@lakeside.example', 2],
  ['staff@harbor.example', 3],
]);

/** @typedef {{kind: string, call: () => Promise<unknown>}} Step */

/**
 * The requests of a reader's pages. @param {ReturnType<typeof callsOf>} call @param {number} practice @returns {Step[]}
 */
const readsOf = (call, practice) => [
  { kind: 'read session', call: () => call('/api/session/') },
  { kind: 'read weekly hours', call: () => call(`/api/${practice}/provider-hours/`) },
  { kind: 'read settings', call: () => call(`/api/${practice}/settings/practice_settings/`) },
  { kind: 'read feature summary', call: () => call(`/api/${practice}/practice-features/feature-summary/`) },
];

/** @param {ReturnType<typeof callsOf>} call @param {number} practice @param {unknown} hours @returns {Step[]} */
function savesOf(call, practice, hours) {
  let isPediatric = false;
  return [
    { kind: 'save weekly hours', call: () => call(`/api/${practice}/provider-hours/bulk_update/`, hours) },
    {
      kind: 'save settings',
      call: () => {
        isPediatric = !isPediatric;
        return call(`/api/${practice}/settings/update_practice_settings/`, { is_pediatric: isPediatric });
      },
    },
  ];
}

/**
 * Signs people in, a few at a time.
 *
 * @param {string} url
 * @param {readonly string[]} emails
 * @returns {Promise<string[]>} their cookies, in the same order
 */
async function signInAll(url, emails) {
  const cookies = /** @type {string[]} */ ([]);
  const waiting = emails.map((email, at) => ({ email, at }));
  const one = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) cookies[next.at] = await signIn(url, next.email);
  };
  await Promise.all(Array.from({ length: SIGN_INS_AT_ONCE }, one));
  return cookies;
}

/** @param {string} engine @param {string | undefined} postgres */
async function measure(engine, postgres) {
  const running = await startCallsOnly({
    environment: { DEMO_PRACTICES: String(PRACTICES) },
    ...(postgres && { postgres }),
  });
  try {
    const { url } = running;
    const readers = Array.from({ length: READERS }, (_, at) => people[at % people.length] ?? people[0]);
    const writers = Array.from({ length: WRITERS }, (_, at) => ({ practice: at + 1 }));
    const cookies = await signInAll(url, [
      ...readers.map(([email]) => email),
      ...writers.map(() => 'superadmin@console.example'),
    ]);
    const loops = readers.map(([, practice], at) => readsOf(callsOf(url, cookies[at]), practice));
    for (const [at, { practice }] of writers.entries()) {
      const call = callsOf(url, cookies[READERS + at]);
      const hours = (await call(`/api/${practice}/provider-hours/`)).body.message;
      loops.push(savesOf(call, practice, hours));
    }

    const times = /** @type {Map<string, number[]>} */ (new Map());
    let state = /** @type {'warming up' | 'measured' | 'over'} */ ('warming up');
    const work = loops.map(async (steps, at) => {
      for (let turn = at; state !== 'over'; turn += 1) {
        const step = steps[turn % steps.length];
        if (!step) throw new Error('There is nothing to do');
        const tookMs = await timed(step.call);
        if (state !== 'measured') continue;
        const known = times.get(step.kind);
        if (known) known.push(tookMs);
        else times.set(step.kind, [tookMs]);
      }
    });
    await wait(WARM_UP_MS);
    state = 'measured';
    const begin = performance.now();
    await wait(MEASURED_MS);
    const seconds = (performance.now() - begin) / 1000;
    state = 'over';
    await Promise.all(work);

    const all = [...times.values()].flat();
    console.log(
      `\n${engine}: ${READERS} readers, ${WRITERS} writers, ${(all.length / seconds).toFixed(0)} calls a second, 0 errors`,
    );
    console.log(
      `${'call'.padEnd(24)}${['calls/s', 'p50 ms', 'p95 ms', 'p99 ms'].map((head) => head.padStart(10)).join('')}`,
    );
    for (const [kind, ms] of [...[...times].sort(), /** @type {const} */ (['all', all])]) {
      const { count, p50, p95, p99 } = summaryOf(ms);
      const figures = [count / seconds, p50, p95, p99].map((figure) => figure.toFixed(0).padStart(10));
      console.log(`${kind.padEnd(24)}${figures.join('')}`);
    }
  } finally {
    await running.dispose();
  }
}

const only = process.argv[2];
if (only === undefined || only === 'embedded') await measure('embedded', undefined);
if (only === undefined || only === 'postgres') {
  const postgres = await startPostgres();
  try {
    await measure('PostgreSQL', postgres.url);
  } finally {
    postgres.stop();
  }
}
