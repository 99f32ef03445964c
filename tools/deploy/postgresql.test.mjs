// @ts-check
/** The files of `deploy/postgresql` agree with each other, with the server and with the other files of the deployment. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
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

/** @type {typeof import('../../server/src/database/connection.js')} */
let server;
beforeAll(async () => {
  server = await import(repositoryPath('server/src/database/connection.ts'));
});

describe('the time limits', () => {
  it('are those that the server asks for when it connects', () => {
    expect(roleTimeouts).toEqual(server.timeouts);
    expect(pgbouncer['ignore_startup_parameters']?.split(',')).toEqual(Object.keys(server.timeouts));
  });

  it('stop an isolated leader before it acknowledges what no standby has', () => {
    expect(dcs.ttl * 1_000).toBeLessThan(server.timeouts.statement_timeout);
    expect(dcs.ttl).toBeGreaterThanOrEqual(dcs.loop_wait + 2 * dcs.retry_timeout);
    expect(dcs.synchronous_mode).toBe(true);
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

  it('let a copy answer that it is not ready', () => {
    const [container] = deployment.spec.template.spec.containers;
    for (const probe of [container.startupProbe, container.readinessProbe]) {
      expect(probe.timeoutSeconds * 1_000).toBeGreaterThan(server.CONNECT_MS);
    }
  });
});

describe('the connections', () => {
  it('suffice for each copy that the proxy knows', () => {
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

  it('may reach PgBouncer from Kubernetes', () => {
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

  it('leads to the leader alone, and closes connections to a former one', () => {
    expect(haproxy).toContain('option httpchk OPTIONS /primary');
    expect(haproxy).toContain('on-marked-down shutdown-sessions');
  });
});
