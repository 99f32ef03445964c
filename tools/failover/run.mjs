// @ts-check
/**
 * Loses the leader of a PostgreSQL cluster under three copies of the console, and recovers the state before a mistake.
 * Prints a table of acknowledged, lost and duplicated changes. Run it with `node tools/failover/run.mjs`; words after
 * it select cases by their title.
 */
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startConsole } from '../console-process.mjs';
import { startProxy } from '../replicas.mjs';
import { withResources } from '../resources.mjs';
import { command, compileServer, repositoryPath, say, StepError, untilStopped } from '../steps.mjs';
import { cases, HANGS_MS } from './cases.mjs';
import { signIn } from './client.mjs';
import { startCluster } from './cluster.mjs';
import { waitFor } from './processes.mjs';
import { installFailoverPackages } from './programs.mjs';
import { recoverFromMistake } from './recovery.mjs';
import { startWriters } from './writers.mjs';

const PRACTICES = 2_200;
const COPIES = 3;
const SEEDED_WITHIN_MS = 5 * 60_000;
const WRITES_AGAIN_WITHIN_MS = 120_000;

/** @typedef {import('./writers.mjs').Figures & { title: string, secondsWithoutWrites: number, faults: string[] }} Row */

/**
 * @param {import('./cases.mjs').Run} run
 * @param {import('./cases.mjs').Case} scenario
 * @returns {Promise<Row>}
 */
async function runCase(run, { title, writers: practices, work, leader = 'dies' }) {
  const { cluster, client } = run;
  say(`${title}…`);
  await cluster.untilComplete();
  client.faults.length = 0;
  const writers = await startWriters(cluster, client, practices);
  await pause(1_000);
  const strike = async () => {
    const machine = await cluster.leader();
    machine.signal(leader === 'hangs' ? 'SIGSTOP' : 'SIGKILL');
    say(`  ${machine.name} ${leader}`);
    const before = writers.acknowledged();
    const until = leader === 'hangs' ? pause(HANGS_MS) : Promise.resolve();
    await waitFor('writes after the failover', WRITES_AGAIN_WITHIN_MS, async () => {
      // Changes running at that time may still have been acknowledged.
      return writers.acknowledged() > before + practices.length;
    });
    await until;
    if (leader === 'hangs') machine.signal('SIGCONT');
    else machine.start();
    await cluster.untilComplete();
    say(`  ${machine.name} is a standby`);
  };
  const made = await work(run, strike);
  const saves = await writers.stop();
  return {
    title,
    acknowledged: made.acknowledged + saves.acknowledged,
    lost: made.lost + saves.lost,
    doubled: made.doubled + saves.doubled,
    secondsWithoutWrites: saves.secondsWithoutWrites,
    faults: [...client.faults],
  };
}

/** @param {readonly Row[]} rows */
function printTable(rows) {
  const width = Math.max(...rows.map(({ title }) => title.length));
  const heads = ['s without writes', 'acknowledged', 'lost', 'doubled', 'faults'];
  const cells = (/** @type {string[]} */ texts) =>
    texts.map((text, at) => text.padStart(heads[at]?.length ?? 0)).join('  ');
  console.log(`${'Leader lost during'.padEnd(width)}  ${cells(heads)}`);
  for (const { title, secondsWithoutWrites, acknowledged, lost, doubled, faults } of rows) {
    const counts = [acknowledged, lost, doubled, faults.length].map(String);
    console.log(`${title.padEnd(width)}  ${cells([secondsWithoutWrites.toFixed(1), ...counts])}`);
    for (const fault of new Set(faults)) console.log(`  ${fault}`);
  }
}

await command(() =>
  withResources(async (resources) => {
    void untilStopped()
      .then(() => resources.release())
      .then(() => process.exit(1));
    await compileServer();
    const missing = await installFailoverPackages();
    if (missing.length > 0) throw new StepError(`Install ${missing.join(', ')} first.`);
    const cluster = resources.keep(await startCluster(), ({ dispose }) => dispose());
    await cluster.untilComplete();
    const proxy = resources.keep(await startProxy(), ({ close }) => close());
    const environment = {
      DATABASE_URL: cluster.url,
      DEMO_PRACTICES: String(PRACTICES),
      PUBLIC_URL: proxy.url,
      // All writers are one person here.
      RATE_LIMITS: 'person:100000',
      // The run makes calls only, so it needs no pages.
      LOCAL_MODULES: '',
      SHELL_DIR: repositoryPath('server/src/testing/shell'),
    };
    const first = resources.keep(
      await startConsole({ sandbox: true, environment, startTimeoutMs: SEEDED_WITHIN_MS }),
      ({ dispose }) => dispose(),
    );
    const { sandbox = '' } = first;
    const copies = [first];
    while (copies.length < COPIES) {
      const copy = await startConsole({ environment: { ...environment, SANDBOX_URL: sandbox } });
      copies.push(resources.keep(copy, ({ dispose }) => dispose()));
    }
    proxy.routeTo(copies);
    const client = await signIn(proxy.url, 'superadmin@console.example');
    const run = { cluster, client, sandbox };
    // Before the failovers, so that the recovery follows the WAL of several leaders.
    const backup = path.join(cluster.folder, 'backup');
    cluster.backUp(backup);
    const rows = [];
    const wanted = process.argv.slice(2);
    for (const scenario of cases) {
      if (wanted.length > 0 && !wanted.some((part) => scenario.title.includes(part))) continue;
      rows.push(await runCase(run, scenario));
    }
    printTable(rows);
    say('Recovery from a mistaken bulk change…');
    const recovery = await recoverFromMistake(cluster, client, backup, async (database) => {
      for (const { stop } of copies) await stop();
      await cluster.serve(database);
      for (const { start } of copies) await start();
      return signIn(proxy.url, 'superadmin@console.example');
    });
    console.log(
      `Recovery: ${recovery.tables} tables, ${recovery.differences.length} differences, ${recovery.seconds.toFixed(0)} s`,
    );
    for (const difference of recovery.differences) console.log(`  ${difference}`);
    if (recovery.differences.length > 0) process.exitCode = 1;
    if (rows.some(({ lost, doubled, faults }) => lost + doubled + faults.length > 0)) process.exitCode = 1;
  }),
);
