// @ts-check
/**
 * The cost of a signed-in read of one record beyond its SELECT: session, person, memberships, contract, headers. And the cost of
 * a large body beyond its `JSON.parse`. Anonymous calls accept no such body: theirs end at 16 kB.
 */
import { spawn } from 'node:child_process';
import { startConsole } from 'tools/console-process';
import { withResources } from 'tools/resources';
import { repositoryPath } from '../tools/steps.mjs';
import { createDatabase } from '../tools/postgres-databases.mjs';
import { freePort, startPostgres } from '../tools/test-system.mjs';
import { atLeast, atMost } from './budget.mjs';
import { answersPerSecond } from './http-load.mjs';
import { measuredLimits, timed } from './latency.mjs';

const CONNECTIONS = 16;
const ROUNDS = 7;
const ROUND_SECONDS = 2;
const BODY_ROUNDS = 15;

/** Clinic staff, each with a practice of theirs. */
const members = /** @type {const} */ ([
  ['owner@bright-smiles.example', 1],
  ['manager@bright-smiles.example', 1],
  ['staff@lakeside.example', 2],
  ['staff@harbor.example', 3],
  ['owner@bright-smiles.example', 4],
]);

/** @param {string} databaseUrl */
async function startPeer(databaseUrl) {
  const port = await freePort();
  const child = spawn(process.execPath, [repositoryPath('bench/bare-select.mjs')], {
    env: { ...process.env, PORT: String(port), DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((resolve, reject) => {
    child.stdout.once('data', resolve);
    child.once('exit', (code) => reject(new Error(`The peer ended with ${code}`)));
  });
  return { port, stop: () => void child.kill() };
}

/** @param {string} url @param {string} email @returns {Promise<string>} the cookie of a new session */
async function signIn(url, email) {
  const answer = await fetch(`${url}/api/session/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'practice-console' }),
  });
  return answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
}

/** @param {number[]} values */
const median = (values) => [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? NaN;

const BODY_BYTES = 1_000_000;
/** The call that replaces the weekly hours of a practice, which may have 2,000 people. */
const LARGE_CALL = '/api/1/provider-hours/bulk_update/';
const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** Weekly hours of somebody whom the practice doesn't have. @param {number} id */
const weeklyHours = (id) => ({
  provider_id: 900_000 + id,
  'first-name': 'Konstantina',
  'last-name': 'Papadopoulou',
  'same-as-office-hours': false,
  ...Object.fromEntries(
    days.flatMap((day) => [
      [`${day}_beg`, '8:30 AM'],
      [`${day}_end`, '5:30 PM'],
      [`${day}_l_beg`, '12:00 PM'],
      [`${day}_l_end`, '1:00 PM'],
    ]),
  ),
});

/** Texts of 1 MB: what the contract allows, and what it refuses. */
function largeBodies() {
  const size = JSON.stringify(weeklyHours(0)).length + 1;
  const records = Array.from({ length: Math.floor(BODY_BYTES / size) }, (_, id) => weeklyHours(id));
  return [
    { what: 'weekly hours of unknown people', text: JSON.stringify(records) },
    { what: 'too many numbers', text: JSON.stringify(Array.from({ length: BODY_BYTES / 2 }, () => 1)) },
  ];
}

/** @param {string} url @param {string} text @param {Record<string, string>} headers */
async function refused(url, text, headers) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: text,
  });
  const body = await answer.text();
  if (answer.status < 400 || answer.status >= 500 || answer.status === 413) {
    throw new Error(`A large body got ${answer.status} ${body}`);
  }
}

/** @param {{console: string, peer: string, cookie: string}} of */
async function measureBodies({ console: url, peer, cookie }) {
  const rows = [];
  for (const { what, text } of largeBodies()) {
    const ours = () => timed(() => refused(`${url}${LARGE_CALL}`, text, { cookie }));
    const bare = () => timed(() => refused(`${peer}/bodies`, text, {}));
    await ours();
    await bare();
    /** @type {{ours: number, bare: number}[]} */
    const rounds = [];
    for (let round = 0; round < BODY_ROUNDS; round += 1) rounds.push({ bare: await bare(), ours: await ours() });
    const ms = (/** @type {'ours' | 'bare'} */ which) => median(rounds.map((round) => round[which]));
    rows.push(
      atMost(
        `1 MB of ${what} against JSON.parse (${ms('ours').toFixed(1)} and ${ms('bare').toFixed(1)} ms)`,
        ms('ours') / ms('bare'),
        3,
        'times',
      ),
    );
  }
  return rows;
}

/** @returns {Promise<import('./budget.mjs').Row[]>} */
export const measureReads = () =>
  withResources(async (resources) => {
    const postgres = resources.keep(await startPostgres(), (started) => started.stop());
    // Both the console and its peer read it.
    const database = resources.keep(await createDatabase(postgres.url), (started) => started.drop());
    const running = resources.keep(
      await startConsole({ environment: { ...measuredLimits, DATABASE_URL: database.url } }),
      (started) => started.dispose(),
    );
    const peer = resources.keep(await startPeer(database.url), (started) => started.stop());
    const port = Number(new URL(running.url).port);
    /** @type {import('./http-load.mjs').Ask[]} */
    const asOurs = [];
    /** @type {import('./http-load.mjs').Ask[]} */
    const asBare = [];
    for (let connection = 0; connection < CONNECTIONS; connection += 1) {
      const [email, practice] = members[connection % members.length] ?? members[0];
      asOurs.push({ path: `/api/practices/${practice}/`, headers: { cookie: await signIn(running.url, email) } });
      asBare.push({ path: `/practices/${practice}` });
    }
    const ours = () => answersPerSecond(port, asOurs, ROUND_SECONDS);
    const bare = () => answersPerSecond(peer.port, asBare, ROUND_SECONDS);
    await ours();
    await bare();
    /** Measured at the same time, so that other load affects both. @type {{ours: number, bare: number}[]} */
    const rounds = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push({ bare: await bare(), ours: await ours() });
    const perSecond = (/** @type {'ours' | 'bare'} */ which) =>
      Math.round(median(rounds.map((round) => round[which]))).toLocaleString('en');
    return [
      atLeast(
        `a signed-in read against a bare SELECT (${perSecond('ours')} and ${perSecond('bare')} a second)`,
        median(rounds.map((round) => round.ours / round.bare)),
        0.5,
        'of it',
      ),
      ...(await measureBodies({
        console: running.url,
        peer: `http://127.0.0.1:${peer.port}`,
        cookie: await signIn(running.url, members[0][0]),
      })),
    ];
  });
