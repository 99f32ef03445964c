// @ts-check
/**
 * How many requests of an ordinary day the console handles with 100,000 practices in PostgreSQL: with one, two and four
 * copies of the server, the arrival rate is raised until the 95th percentile exceeds 500 ms or requests fail. The load
 * generator sends each request to the next copy.
 *
 * `node bench/capacity.mjs` prints the whole table. `npm run bench` has the short form: 20,000 practices, one and two
 * copies, fewer and shorter steps. On a busy machine, the CPU time of a request is more reliable than the rates: it
 * grows too, but far less than they drop.
 */
import { createRequire } from 'node:module';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { startConsole } from 'tools/console-process';
import { withResources } from 'tools/resources';
import { startPostgres } from '../tools/test-system.mjs';
import { repositoryPath } from '../tools/steps.mjs';
import { atMost } from './budget.mjs';
import { openConnections } from './capacity/connections.mjs';
import { cores, cpuSecondsOf, cpuSecondsOfFamily, idleSeconds, parentOf } from './capacity/cpu.mjs';
import { kinds, ordinaryDay } from './capacity/day.mjs';
import { loadAtRate } from './capacity/open-load.mjs';
import * as data from './generated-practices.mjs';
import { summaryOf } from './latency.mjs';

const pg = createRequire(new URL('../server/package.json', import.meta.url))('pg');

/** @typedef {import('tools/console-process').RunningConsole} RunningConsole */

const ENTRIES_PER_PRACTICE = 3;
/** Prime numbers, so that each person makes requests of all kinds. */
const PEOPLE = { owners: 1999, staff: 199 };
/** Generated one by one by the demo; the others are made from them. */
const PATTERNS = 1000;
/** Time between two requests of a person, which converts an arrival rate to a number of active people. */
const THINK_SECONDS = 10;
const MAX_P95_MS = 500;
const START_MS = 2 * 60_000;
/**
 * Warm-up requests per second and copy before the first step, so that no step measures code that isn't compiled yet.
 */
const WARM_UP_RATE = 15;
const IDLE_MS = 2_000;
/** A failed step is measured again if other work took this share of the machine. */
const DISTURBED = 0.25;
const METRICS_TOKEN = 'capacity-measurement';

/** A process at this share of a core is saturated, as is a machine at this share of its cores. */
const FULL = 0.9;
/** Computed capacities leave this share of the cores unused: without it, requests would wait for each other for long. */
const USABLE = 0.8;

/**
 * @typedef {object} Form
 * @property {number} practices
 * @property {readonly number[]} copies
 * @property {number} compileMs before the first step
 * @property {number} warmUpMs of each step
 * @property {number} measuredMs
 * @property {number} firstRate
 * @property {number} factor by which the rate is raised
 * @property {number} refinements steps between the last rate that held and the first that didn't
 */

/** @type {Form} */
const whole = {
  practices: 100_000,
  copies: [1, 2, 4],
  compileMs: 20_000,
  warmUpMs: 3_000,
  measuredMs: 12_000,
  firstRate: 25,
  factor: 2,
  refinements: 3,
};
/** @type {Form} */
const short = {
  practices: 20_000,
  copies: [1, 2],
  compileMs: 2_000,
  warmUpMs: 500,
  measuredMs: 2_500,
  firstRate: 100,
  factor: 2,
  refinements: 0,
};

/**
 * @typedef {object} Step
 * @property {number} rate arrivals a second
 * @property {number} perSecond answers a second
 * @property {ReturnType<typeof summaryOf>} all
 * @property {ReadonlyMap<import('./capacity/day.mjs').Kind, ReturnType<typeof summaryOf>>} byKind
 * @property {ReadonlyMap<string, number>} errors
 * @property {boolean} isOverrun
 * @property {{copies: number[], database: number, generator: number, others: number, idle: number}} cpu seconds per second
 * @property {number} waiting statements that waited for a connection, on average
 */

/** The main process of a PostgreSQL server on this machine. @param {string} database */
async function mainProcessOf(database) {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  try {
    const { rows } = await client.query('select pg_backend_pid() as pid');
    return parentOf(rows[0].pid);
  } finally {
    await client.end();
  }
}

/** Copies of the server on one database. @param {import('tools/resources').Resources} resources @param {string} database */
function copiesOn(resources, database) {
  const environment = {
    DATABASE_URL: database,
    LOCAL_MODULES: '',
    SHELL_DIR: repositoryPath('server/src/testing/shell'),
    METRICS_TOKEN,
  };
  /** @type {RunningConsole[]} */
  const started = [];
  return async (/** @type {number} */ count) => {
    while (started.length < count) {
      started.push(resources.keep(await startConsole({ environment }), (running) => running.dispose()));
    }
    return started.slice(0, count);
  };
}

/** Statements that wait for a connection of a copy now. @param {RunningConsole} copy */
async function waitingOn({ url }) {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  return Number(/^database_pool_waiting (\d+)/m.exec(await answer.text())?.[1] ?? NaN);
}

/**
 * @param {readonly RunningConsole[]} copies
 * @param {number} mainOfDatabase process id
 * @param {ReturnType<typeof ordinaryDay>} day
 * @param {Form} form
 * @param {number} rate
 * @returns {Promise<Step>}
 */
async function measureRate(copies, mainOfDatabase, day, { warmUpMs, measuredMs }, rate) {
  const connections = copies.map(({ url }) => openConnections(Number(new URL(url).port)));
  const used = () => ({
    at: performance.now() / 1000,
    copies: copies.map(({ pid }) => cpuSecondsOf(pid())),
    database: cpuSecondsOfFamily(mainOfDatabase),
    generator: cpuSecondsOf(process.pid),
    idle: idleSeconds(),
  });
  let before = used();
  let after = before;
  /** @type {number[]} */
  const waiting = [];
  /** @type {NodeJS.Timeout | undefined} */
  let sampling;
  try {
    day.atWork(Math.min(PEOPLE.owners, rate * THINK_SECONDS));
    const load = await loadAtRate(connections, day.next, {
      perSecond: rate,
      warmUpMs,
      measuredMs,
      onMeasure() {
        before = used();
        sampling = setInterval(() => {
          for (const copy of copies) {
            waitingOn(copy).then(
              (count) => waiting.push(count),
              () => undefined,
            );
          }
        }, 500);
      },
      onEnd() {
        after = used();
        clearInterval(sampling);
      },
    });
    const seconds = after.at - before.at;
    const per = (/** @type {number} */ end, /** @type {number} */ begin) => (end - begin) / seconds;
    const servers = after.copies.map((end, at) => per(end, before.copies[at] ?? 0));
    const database = per(after.database, before.database);
    const generator = per(after.generator, before.generator);
    const idle = per(after.idle, before.idle);
    const ours = servers.reduce((sum, one) => sum + one, 0) + database + generator;
    return {
      rate,
      perSecond: load.perSecond,
      all: summaryOf([...load.times.values()].flat()),
      byKind: new Map([...load.times].map(([kind, times]) => [kind, summaryOf(times)])),
      errors: load.errors,
      isOverrun: load.isOverrun,
      cpu: { copies: servers, database, generator, idle, others: Math.max(0, cores - idle - ours) },
      waiting: waiting.length === 0 ? 0 : waiting.reduce((sum, count) => sum + count, 0) / waiting.length,
    };
  } finally {
    clearInterval(sampling);
    for (const one of connections) one.close();
  }
}

/** @param {Step} step */
const holds = ({ all, errors, isOverrun }) => !isOverrun && errors.size === 0 && all.p95 <= MAX_P95_MS;

/** Names the resource that a step ran out of. @param {Step} step @returns {string} */
function limitOf({ cpu, waiting, errors }) {
  const failed = [...errors].map(([error, count]) => `${count} × ${error}`);
  const limits = [];
  if (cpu.idle < cores * (1 - FULL)) limits.push(`all ${cores} cores of the machine`);
  if (cpu.copies.some((one) => one >= FULL)) limits.push('a core of the server process');
  if (cpu.generator >= FULL) limits.push('the load generator');
  if (waiting >= 1) limits.push(`the pool of connections (${waiting.toFixed(0)} wait)`);
  if (limits.length === 0) limits.push('PostgreSQL, which waited for locks or its disk');
  return [...failed.slice(0, 2), ...limits].join('; ');
}

/**
 * @typedef {object} Capacity
 * @property {number} copies
 * @property {number} idle CPU seconds per second of all copies without requests
 * @property {Step} held
 * @property {Step} failed
 */

/** CPU seconds per second of copies without requests: timers, and looking for jobs. @param {readonly RunningConsole[]} copies */
async function idleCostOf(copies) {
  const used = () => copies.reduce((sum, { pid }) => sum + cpuSecondsOf(pid()), 0);
  const before = used();
  await wait(IDLE_MS);
  return ((used() - before) * 1000) / IDLE_MS;
}

/** A machine that can't handle this rate isn't worth measuring. */
const MIN_RATE = 5;

/**
 * Raises the rate until it doesn't hold, then looks in between. If the first rate doesn't hold, lowers it.
 *
 * @param {(rate: number) => Promise<Step>} measure
 * @param {Form} form
 * @returns {Promise<Pick<Capacity, 'held' | 'failed'>>}
 */
async function findCapacity(measure, { firstRate, factor, refinements }) {
  /** @type {Step | undefined} */
  let held;
  /** @type {Step | undefined} */
  let failed;
  for (let rate = firstRate; !held || !failed;) {
    const step = await measure(rate);
    if (holds(step)) held = step;
    else failed = step;
    if (!held && rate / factor < MIN_RATE) throw new Error(`Not even ${rate} requests a second hold: ${limitOf(step)}`);
    rate = Math.round(failed === step ? rate / factor : rate * factor);
  }
  for (let count = 0; count < refinements; count += 1) {
    const between = await measure(Math.round((held.rate + failed.rate) / 2));
    if (holds(between)) held = between;
    else failed = between;
  }
  return { held, failed };
}

/** @param {Step} step @returns CPU milliseconds per request */
const costOf = ({ cpu, perSecond }) => ({
  server: (cpu.copies.reduce((sum, one) => sum + one, 0) / perSecond) * 1000,
  database: (cpu.database / perSecond) * 1000,
  generator: (cpu.generator / perSecond) * 1000,
});

/** @param {readonly (readonly string[])[]} rows */
function printTable(rows) {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  for (const row of rows)
    console.log(
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}

/** @param {readonly Capacity[]} capacities */
function printCapacities(capacities) {
  const held = ['copies', 'requests/s', 'p50/p95/p99 ms', 'servers', 'PostgreSQL', 'generator', 'others', 'ended by'];
  console.log(`\nheld with p95 ≤ ${MAX_P95_MS} ms; CPU in cores`);
  printTable([
    held,
    ...capacities.map(({ copies, held: step, failed }) => [
      String(copies),
      step.perSecond.toFixed(0),
      [step.all.p50, step.all.p95, step.all.p99].map((ms) => ms.toFixed(0)).join('/'),
      step.cpu.copies.map((one) => one.toFixed(2)).join('+'),
      step.cpu.database.toFixed(2),
      step.cpu.generator.toFixed(2),
      step.cpu.others.toFixed(2),
      `${failed.rate}/s: ${limitOf(failed)}`,
    ]),
  ]);
  console.log(
    '\nCPU milliseconds per request. Other work of the machine raises them, but far less than it lowers the rates',
  );
  printTable([
    ['copies', 'server', 'PostgreSQL', 'generator', 'cores of a copy without requests'],
    ...capacities.map(({ copies, idle, held: step }) => {
      const { server, database, generator } = costOf(step);
      return [String(copies), ...[server, database, generator, idle / copies].map((figure) => figure.toFixed(2))];
    }),
  ]);
}

/**
 * The capacity of more cores, computed only from the cost of a request: assumes that nothing else is a bottleneck, and
 * that requests cost the same there.
 *
 * @param {Capacity} capacity
 */
function printComputed({ held }) {
  const { server, database } = costOf(held);
  console.log(`\ncomputed, not measured: cores that are ${USABLE * 100}% busy with servers and PostgreSQL`);
  printTable([
    ['cores', 'requests/s', 'copies', 'cores of PostgreSQL'],
    ...[2, 4, 8, 16, 32].map((count) => {
      const perSecond = (count * USABLE * 1000) / (server + database);
      const ofServers = (perSecond * server) / 1000 / USABLE;
      return [count, perSecond, Math.ceil(ofServers), count - ofServers].map((figure, at) =>
        figure.toFixed(at === 3 ? 1 : 0),
      );
    }),
  ]);
}

/** @param {Step} step */
function printKinds({ byKind, rate }) {
  console.log(`\nat ${rate} a second, by kind`);
  printTable([
    ['kind', 'count', 'p50', 'p95', 'p99 ms'],
    ...kinds.map((kind) => {
      const { count = 0, p50 = NaN, p95 = NaN, p99 = NaN } = byKind.get(kind) ?? {};
      return [kind, String(count), ...[p50, p95, p99].map((ms) => ms.toFixed(0))];
    }),
  ]);
}

/** @param {Form} form @returns {Promise<Capacity[]>} */
const measure = (form) =>
  withResources(async (resources) => {
    // Durable, as in production.
    const postgres = resources.keep(await startPostgres(['shared_buffers=1GB', 'max_wal_size=4GB']), (server) =>
      server.stop(),
    );
    const seeded = resources.keep(
      await startConsole({
        postgres: postgres.url,
        sandbox: true,
        environment: { DEMO_PRACTICES: String(PATTERNS) },
        startTimeoutMs: START_MS,
      }),
      (running) => running.dispose(),
    );
    await seeded.stop();
    const database = seeded.database ?? '';
    const { practices } = form;
    await data.generatePractices(seeded.sql, practices);
    await data.addSettings(seeded.sql);
    await data.addSubscriptions(seeded.sql);
    await data.addAuditLog(seeded.sql, { entries: practices * ENTRIES_PER_PRACTICE, practices });
    const people = await data.addPeople(seeded.sql, { ...PEOPLE, practices });
    await seeded.sql('vacuum analyze');
    const start = copiesOn(resources, database);
    const mainOfDatabase = await mainProcessOf(database);
    /** @type {Capacity[]} */
    const capacities = [];
    for (const count of form.copies) {
      const copies = await start(count);
      const day = ordinaryDay(people);
      const connections = copies.map(({ url }) => openConnections(Number(new URL(url).port)));
      await loadAtRate(connections, day.next, {
        perSecond: WARM_UP_RATE * count,
        warmUpMs: 0,
        measuredMs: form.compileMs,
      });
      for (const one of connections) one.close();
      const idle = await idleCostOf(copies);
      const capacity = await findCapacity(async (rate) => {
        let step = await measureRate(copies, mainOfDatabase, day, form, rate);
        if (!holds(step) && step.cpu.others > cores * DISTURBED)
          step = await measureRate(copies, mainOfDatabase, day, form, rate);
        const { p50, p95, p99 } = step.all;
        console.log(
          `${count} ${count === 1 ? 'copy' : 'copies'}, ${rate}/s: ${step.perSecond.toFixed(0)}/s answered, ` +
            `p50 ${p50.toFixed(0)}, p95 ${p95.toFixed(0)}, p99 ${p99.toFixed(0)} ms${holds(step) ? '' : `, ${limitOf(step)}`}`,
        );
        return step;
      }, form);
      capacities.push({ copies: count, idle, ...capacity });
    }
    return capacities;
  });

/** The load generator's share of the total measured CPU time. @param {Capacity} capacity */
function generatorShare({ held }) {
  const { server, database, generator } = costOf(held);
  return generator / (server + database + generator);
}

/** @returns {Promise<import('./budget.mjs').Row[]>} */
export async function measureCapacity() {
  const capacities = await measure(short);
  printCapacities(capacities);
  return capacities.flatMap((capacity) => {
    const { server, database } = costOf(capacity.held);
    const copies = `${capacity.copies} ${capacity.copies === 1 ? 'copy' : 'copies'}`;
    const of = `capacity, ${short.practices} practices, ${copies}`;
    const costs = `${server.toFixed(1)} of the server, ${database.toFixed(1)} of PostgreSQL`;
    return [
      atMost(`${of}: CPU of a request (${costs})`, server + database, 10, 'ms'),
      atMost(`  share of the load generator`, generatorShare(capacity), 0.2, 'times'),
    ];
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const capacities = await measure(process.argv.includes('--short') ? short : whole);
  for (const { held } of capacities) printKinds(held);
  printCapacities(capacities);
  const [one] = capacities;
  if (one) printComputed(one);
}
