// @ts-check
/** The files of `deploy/postgresql` agree with each other, with the server and with the other files of the deployment. */
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { repositoryPath } from '../steps.mjs';
import { yamlDocuments } from './checks.mjs';

/** @param {...string} parts */
const read = (...parts) => fs.readFileSync(repositoryPath('deploy', ...parts), 'utf8');

const [patroni] = yamlDocuments(read('postgresql', 'patroni.yml'));
const dcs = patroni.bootstrap.dcs;
const haproxy = read('postgresql', 'haproxy.cfg');
const deployment = yamlDocuments(read('kubernetes', 'console.yaml')).find(({ kind }) => kind === 'Deployment');
const network = yamlDocuments(read('kubernetes', 'network.yaml'));

/** The settings of PgBouncer: `name = value`. @type {Record<string, string>} */
const pgbouncer = Object.fromEntries(
  [...read('postgresql', 'pgbouncer.ini').matchAll(/^(\w+) = (.+)$/gm)].map(([, name = '', value = '']) => [
    name,
    value,
  ]),
);

/** The time limits of the console's role, in milliseconds. */
const roleTimeouts = Object.fromEntries(
  [...read('postgresql', 'console-role.sql').matchAll(/^alter role console set (\w+) = '(\d+)s';$/gm)].map(
    ([, name = '', seconds]) => [name, Number(seconds) * 1_000],
  ),
);

/** The seconds of a `timeout` of HAProxy. @param {string} text @param {string} name */
const timeoutIn = (text, name) => Number(new RegExp(`^ +timeout ${name} (\\d+)s$`, 'm').exec(text)?.[1]);

/**
 * The exports of `server/src/platform/database/connection.ts`. @type {{ timeouts: { statement_timeout: number },
 * POOL_SIZE: number, CONNECT_MS: number }}
 */
let server;
beforeAll(async () => {
  server = await import(repositoryPath('server/src/platform/database/connection.ts'));
});

describe('the time limits', () => {
  it('match those that the server sets when it connects', () => {
    expect(roleTimeouts).toEqual(server.timeouts);
    expect(pgbouncer['ignore_startup_parameters']?.split(',')).toEqual(Object.keys(server.timeouts));
  });

  it('let Patroni repeat a failed request before its lock ends', () => {
    expect(dcs.ttl).toBeGreaterThanOrEqual(dcs.loop_wait + 2 * dcs.retry_timeout);
  });

  it('give up a connection before the server does', () => {
    expect(Number(pgbouncer['server_connect_timeout']) * 1_000).toBeLessThan(server.CONNECT_MS);
    expect(timeoutIn(haproxy, 'connect') * 1_000).toBeLessThan(server.CONNECT_MS);
  });

  it('let the proxies wait for the longest statement', () => {
    const proxy = timeoutIn(read('haproxy.cfg'), 'server');
    expect(proxy * 1_000).toBeGreaterThan(server.timeouts.statement_timeout);
    const ingress = network.find(({ kind }) => kind === 'Ingress');
    expect(ingress.metadata.annotations['haproxy.org/timeout-server']).toBe(`${proxy}s`);
  });

  it('let a replica report that it isn’t ready', () => {
    const [container] = deployment.spec.template.spec.containers;
    for (const probe of [container.startupProbe, container.readinessProbe]) {
      expect(probe.timeoutSeconds * 1_000).toBeGreaterThan(server.CONNECT_MS);
    }
  });
});

describe('the cluster', () => {
  it('acknowledges a commit once a standby has it', () => {
    expect(dcs.synchronous_mode).toBe(true);
  });
});

describe('the archive', () => {
  let folder = '';
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'console-archive-'));
    fs.mkdirSync(path.join(folder, 'archive'));
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  const WAL = '000000010000000000000001';
  /** Archives a WAL file with this content. @param {string} content @returns {number | null} the exit code */
  const archive = (content) => {
    const source = path.join(folder, 'source');
    fs.writeFileSync(source, content);
    const env = { ...process.env, WAL_ARCHIVE: path.join(folder, 'archive') };
    return spawnSync(repositoryPath('deploy', 'postgresql', 'archive-wal'), [source, WAL], { env }).status;
  };
  const archived = () =>
    fs
      .readdirSync(path.join(folder, 'archive'))
      .map((name) => [name, fs.readFileSync(path.join(folder, 'archive', name), 'utf8')]);

  it('accepts the same file from the leader and its standbys', () => {
    expect([archive('one'), archive('one')]).toEqual([0, 0]);
    expect(archived()).toEqual([[WAL, 'one']]);
  });

  it('keeps a different file of the same name next to the first, once', () => {
    expect([archive('one'), archive('other'), archive('other')]).toEqual([0, 0, 0]);
    const kept = `${WAL}.${createHash('sha256').update('other').digest('hex').slice(0, 16)}`;
    expect(archived().toSorted()).toEqual([
      [WAL, 'one'],
      [kept, 'other'],
    ]);
  });

  it('is also written by standbys, and read by none', () => {
    expect(dcs.postgresql.parameters.archive_mode).toBe('always');
    expect(dcs.postgresql.recovery_conf).toBeUndefined();
    expect(patroni.postgresql.recovery_conf).toBeUndefined();
  });
});

describe('the connections', () => {
  it('suffice for each of the proxy’s replicas', () => {
    const copies = Number(/server-template console- (\d+)/.exec(read('haproxy.cfg'))?.[1]);
    const [, perMachine] = /maxconn (\d+)$/m.exec(haproxy.slice(haproxy.indexOf('default-server'))) ?? [];
    expect(copies).toBeGreaterThan(0);
    expect(Number(pgbouncer['default_pool_size'])).toBeGreaterThanOrEqual(copies * server.POOL_SIZE);
    expect(Number(perMachine)).toBeGreaterThanOrEqual(Number(pgbouncer['default_pool_size']));
    expect(dcs.postgresql.parameters.max_connections).toBeGreaterThan(Number(perMachine));
  });

  it('keep prepared statements', () => {
    expect(pgbouncer['pool_mode']).toBe('session');
  });

  it('are accepted by PgBouncer from Kubernetes', () => {
    const { egress } = network.find(({ kind }) => kind === 'NetworkPolicy').spec;
    const ports = egress.flatMap((/** @type {any} */ rule) => rule.ports.map((/** @type {any} */ one) => one.port));
    expect(ports).toContain(Number(pgbouncer['listen_port']));
  });
});

const isInstalled = spawnSync('haproxy', ['-v']).status === 0;

describe('the configuration of HAProxy', () => {
  const itWithHaproxy = isInstalled ? it : it.skip;

  itWithHaproxy('is valid for the installed HAProxy', () => {
    const machines = [1, 2, 3].flatMap((number) => [
      [`POSTGRESQL_${number}`, `127.0.0.1:${number}`],
      [`PATRONI_${number}`, '8008'],
    ]);
    const { status, stderr } = spawnSync('haproxy', ['-c', '-f', repositoryPath('deploy/postgresql/haproxy.cfg')], {
      encoding: 'utf8',
      env: { ...process.env, LISTEN: '127.0.0.1:5000', ...Object.fromEntries(machines) },
    });
    expect({ status, alerts: stderr.match(/\[(ALERT|WARNING)\].*/g) }).toEqual({ status: 0, alerts: null });
  });

  it('routes only to the leader, and closes connections to a former one', () => {
    expect(haproxy).toContain('option httpchk OPTIONS /primary');
    expect(haproxy).toContain('on-marked-down shutdown-sessions');
  });
});
