// @ts-check
/**
 * Three machines with PostgreSQL, Patroni and etcd, HAProxy before them, and PgBouncer before that, all as processes on the
 * loopback interface, with the files of `deploy/postgresql`.
 */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isFree } from '../ports.mjs';
import { query } from '../postgres-databases.mjs';
import { Resources } from '../resources.mjs';
import { repositoryPath } from '../steps.mjs';
import { runProgram, signalAll, startProgram, waitFor, withDescendants } from './processes.mjs';
import { giveAway, postgresFolder } from './programs.mjs';

/** Below the ports that systems give to outgoing connections, so that a killed server's port stays free for its restart. */
const FIRST_PORT = 5_400;
const LAST_PORT = 5_499;
const HOST = '127.0.0.1';
const STARTED_WITHIN_MS = 120_000;
/** From the restart of a killed machine until it is a standby again. */
const REJOINED_WITHIN_MS = 120_000;

const deploy = (/** @type {string[]} */ ...parts) => repositoryPath('deploy', 'postgresql', ...parts);

/** @param {number} count */
async function freePorts(count) {
  const ports = [];
  for (let port = FIRST_PORT; port <= LAST_PORT && ports.length < count; port += 1) {
    if (await isFree(port)) ports.push(port);
  }
  if (ports.length < count) throw new Error(`Fewer than ${count} ports from ${FIRST_PORT} to ${LAST_PORT} are free.`);
  return ports;
}

/**
 * @typedef {object} Machine
 * @property {string} name
 * @property {number} port of PostgreSQL
 * @property {number} api port of Patroni's REST API
 * @property {() => void} start
 * @property {(signal: NodeJS.Signals) => void} signal sends it to every process of the machine at once
 * @property {() => Promise<'leader' | 'standby' | 'other'>} role
 */

/**
 * @typedef {object} Cluster
 * @property {string} folder with everything; removed at the end
 * @property {string} url of the console's database, through PgBouncer
 * @property {string} archive folder with the WAL files
 * @property {string} superuser URL of the leader for the superuser, through HAProxy
 * @property {(statement: string, values?: unknown[]) => Promise<any[]>} sql runs a statement on the leader, as the superuser in
 *   the console's database
 * @property {() => Promise<Machine>} leader
 * @property {() => Promise<void>} untilComplete waits until there is a leader with two standbys that follow it, one of them synchronous
 * @property {(target: string) => void} backUp writes a base backup
 * @property {(program: string, args: string[]) => void} run runs a program of PostgreSQL or of `deploy/postgresql` until it ends
 * @property {(database: string) => Promise<void>} serve makes PgBouncer lead to another database
 * @property {() => number} freePort
 * @property {() => Promise<void>} dispose
 */

/** @returns {Promise<Cluster>} */
export async function startCluster() {
  const resources = new Resources();
  try {
    return await startIn(resources);
  } catch (error) {
    await resources.release();
    throw error;
  }
}

/** @param {Resources} resources @returns {Promise<Cluster>} */
async function startIn(resources) {
  const folder = resources.keep(fs.mkdtempSync(path.join(os.tmpdir(), 'console-failover-')), (made) =>
    fs.rmSync(made, { recursive: true, force: true }),
  );
  giveAway(folder);
  const bin = postgresFolder();
  /** @param {string} name */
  const makeFolder = (name) => {
    const made = path.join(folder, name);
    fs.mkdirSync(made, { mode: 0o700 });
    giveAway(made);
    return made;
  };
  /** @param {string} name @param {string} text */
  const writeFile = (name, text) => {
    const file = path.join(folder, name);
    fs.writeFileSync(file, text, { mode: 0o600 });
    giveAway(file);
    return file;
  };
  // The files are copied, because the programs' user may not read the repository.
  const [patroniFile, haproxyFile, pgbouncerFile, roleFile] = [
    'patroni.yml',
    'haproxy.cfg',
    'pgbouncer.ini',
    'console-role.sql',
  ].map((name) => writeFile(name, fs.readFileSync(deploy(name), 'utf8')));
  const programs = makeFolder('bin');
  for (const name of ['archive-wal', 'recover']) {
    const file = writeFile(path.join('bin', name), fs.readFileSync(deploy(name), 'utf8'));
    fs.chmodSync(file, 0o700);
  }
  const archive = makeFolder('archive');
  const ports = await freePorts(15);
  const takePort = () => /** @type {number} */ (ports.shift());
  const [password, superuserPassword, replicationPassword, rewindPassword] = Array.from({ length: 4 }, () =>
    randomBytes(12).toString('hex'),
  );
  const env = {
    PATH: [programs, bin, process.env['PATH'], '/usr/sbin'].join(path.delimiter),
    LANG: 'C.UTF-8',
    WAL_ARCHIVE: archive,
  };

  const members = [1, 2, 3].map((number) => ({ name: `postgresql-${number}`, client: takePort(), peer: takePort() }));
  const initialCluster = members.map(({ name, peer }) => `${name}=http://${HOST}:${peer}`).join(',');
  const etcdHosts = members.map(({ client }) => `${HOST}:${client}`).join(',');

  const machines = members.map(({ name, client, peer }) => {
    const [port, api] = [takePort(), takePort()];
    const data = path.join(makeFolder(name), 'data');
    const etcdData = path.join(folder, name, 'etcd');
    const [clientUrl, peerUrl] = [`http://${HOST}:${client}`, `http://${HOST}:${peer}`];
    // Patroni needs API version 2: deploy/postgresql/patroni.yml says why.
    const etcd = [
      '--enable-v2',
      '--name',
      name,
      '--data-dir',
      etcdData,
      '--log-level',
      'error',
      '--initial-cluster',
      initialCluster,
    ];
    etcd.push('--listen-client-urls', clientUrl, '--advertise-client-urls', clientUrl);
    etcd.push('--listen-peer-urls', peerUrl, '--initial-advertise-peer-urls', peerUrl);
    const settings = {
      ...env,
      PATRONI_NAME: name,
      PATRONI_ETCD_HOSTS: etcdHosts,
      PATRONI_RESTAPI_LISTEN: `${HOST}:${api}`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `${HOST}:${api}`,
      PATRONI_POSTGRESQL_LISTEN: `${HOST}:${port}`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${HOST}:${port}`,
      PATRONI_POSTGRESQL_DATA_DIR: data,
      PATRONI_POSTGRESQL_BIN_DIR: bin,
      PATRONI_POSTGRESQL_PGPASS: path.join(folder, name, 'pgpass'),
      PATRONI_SUPERUSER_USERNAME: 'postgres',
      PATRONI_SUPERUSER_PASSWORD: superuserPassword,
      PATRONI_REPLICATION_USERNAME: 'replicator',
      PATRONI_REPLICATION_PASSWORD: replicationPassword,
      PATRONI_REWIND_USERNAME: 'rewinder',
      PATRONI_REWIND_PASSWORD: rewindPassword,
      // Each machine of a cluster has its own such folder.
      PATRONI_POSTGRESQL_UNIX_SOCKET_DIRECTORIES: path.join(folder, name),
    };
    /** @type {import('node:child_process').ChildProcess[]} */
    let children = [];
    const postmaster = () => {
      const file = path.join(data, 'postmaster.pid');
      return fs.existsSync(file) ? [Number(fs.readFileSync(file, 'utf8').split('\n')[0])] : [];
    };
    /** @type {Machine} */
    const machine = {
      name,
      port,
      api,
      start() {
        children = [
          startProgram('etcd', etcd, { env, log: path.join(folder, `${name}-etcd.log`) }),
          startProgram('patroni', [patroniFile ?? ''], { env: settings, log: path.join(folder, `${name}.log`) }),
        ];
      },
      signal(signal) {
        const running = children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
        if (running.length === 0) return;
        // Patroni doesn't run PostgreSQL as its own child.
        const pids = running.flatMap(({ pid }) => (pid === undefined ? [] : [pid]));
        signalAll(withDescendants([...pids, ...postmaster()]), signal);
      },
      async role() {
        const response = await fetch(`http://${HOST}:${api}/patroni`, { signal: AbortSignal.timeout(2_000) });
        const { role, state, replication_state } = await response.json();
        if (state !== 'running') return 'other';
        if (role === 'master' || role === 'primary') return 'leader';
        return replication_state === undefined || replication_state === 'streaming' ? 'standby' : 'other';
      },
    };
    return resources.keep(machine, (started) => started.signal('SIGKILL'));
  });
  for (const machine of machines) machine.start();

  const haproxyPort = takePort();
  const [first, second, third] = machines;
  if (!first || !second || !third) throw new Error('There are three machines.');
  const balancer = startProgram('haproxy', ['-db', '-f', haproxyFile ?? ''], {
    env: {
      ...env,
      LISTEN: `${HOST}:${haproxyPort}`,
      ...Object.fromEntries(
        machines.flatMap(({ port, api }, at) => [
          [`POSTGRESQL_${at + 1}`, `${HOST}:${port}`],
          [`PATRONI_${at + 1}`, String(api)],
        ]),
      ),
    },
    log: path.join(folder, 'haproxy.log'),
  });
  resources.keep(balancer, (started) => started.kill('SIGKILL'));

  const superuser = (/** @type {string} */ database) =>
    `postgres://postgres:${superuserPassword}@${HOST}:${haproxyPort}/${database}`;
  await waitFor('a leader', STARTED_WITHIN_MS, () => query(superuser('postgres'), 'select 1'));
  runProgram(
    path.join(bin, 'psql'),
    ['--quiet', '--no-psqlrc', '--set=ON_ERROR_STOP=1', `--set=password=${password}`, `--file=${roleFile}`].concat(
      superuser('postgres'),
    ),
  );

  const pgbouncerPort = takePort();
  const users = writeFile('users.txt', `"console" "${password}"\n`);
  const writePooler = (/** @type {string} */ database) =>
    writeFile(
      'own-pgbouncer.ini',
      [
        `%include ${pgbouncerFile}`,
        `listen_addr = ${HOST}`,
        `listen_port = ${pgbouncerPort}`,
        `auth_file = ${users}`,
        'unix_socket_dir =',
        '[databases]',
        `console = host=${HOST} port=${haproxyPort} dbname=${database}`,
        '',
      ].join('\n'),
    );
  const pgbouncer = startProgram('pgbouncer', [writePooler('console')], {
    env,
    log: path.join(folder, 'pgbouncer.log'),
  });
  resources.keep(pgbouncer, (started) => started.kill('SIGKILL'));
  const url = `postgres://console:${password}@${HOST}:${pgbouncerPort}/console`;
  await waitFor('PgBouncer', STARTED_WITHIN_MS, () => query(url, 'select 1'));

  /** @type {Cluster['sql']} */
  const sql = (statement, values) => query(superuser('console'), statement, values);
  const roles = () =>
    Promise.all(machines.map((machine) => machine.role().catch(() => /** @type {const} */ ('other'))));

  return {
    folder,
    url,
    archive,
    superuser: superuser('console'),
    sql,
    async leader() {
      const at = (await roles()).indexOf('leader');
      const machine = machines[at];
      if (!machine) throw new Error('There is no leader.');
      return machine;
    },
    untilComplete: () =>
      waitFor('a leader with two standbys', REJOINED_WITHIN_MS, async () => {
        const found = await roles();
        if (found.toSorted().join() !== 'leader,standby,standby') return false;
        const standbys = await sql(`select sync_state from pg_stat_replication where state = 'streaming'`);
        return (
          standbys
            .map(({ sync_state }) => sync_state)
            .sort()
            .join() === 'async,sync' || undefined
        );
      }).then(() => undefined),
    backUp(target) {
      runProgram(path.join(bin, 'pg_basebackup'), [
        `--pgdata=${target}`,
        '--checkpoint=fast',
        '--wal-method=stream',
        `--dbname=postgres://replicator:${replicationPassword}@${HOST}:${haproxyPort}/`,
      ]);
    },
    run: (program, args) => {
      const own = path.join(programs, program);
      runProgram(fs.existsSync(own) ? own : path.join(bin, program), args, env);
    },
    async serve(database) {
      writePooler(database);
      pgbouncer.kill('SIGHUP');
      await waitFor(`PgBouncer with ${database}`, STARTED_WITHIN_MS, async () => {
        const [row] = await query(url, 'select current_database() as name');
        return row.name === database;
      });
    },
    freePort: takePort,
    dispose: () => resources.release(),
  };
}
