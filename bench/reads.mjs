// @ts-check
/** The cost of a signed-in read of one record beyond its SELECT: session, person, memberships, contract, headers. */
import { spawn } from 'node:child_process';
import { startConsole } from 'tools/console-process';
import { withResources } from 'tools/resources';
import { repositoryPath } from '../tools/steps.mjs';
import { createDatabase } from '../tools/postgres-databases.mjs';
import { freePort, startPostgres } from '../tools/test-system.mjs';
import { atLeast } from './budget.mjs';
import { answersPerSecond } from './http-load.mjs';
import { measuredLimits } from './latency.mjs';

const CONNECTIONS = 16;
const ROUNDS = 7;
const ROUND_SECONDS = 2;

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
    ];
  });
