import { beforeEach, expect, it } from '@jest/globals';
import { findModule } from '../modules/registry/module-repository.js';
import { grantModule } from '../modules/registry/module-grants.js';
import { listSigningKeys } from '../modules/module-services/signing-keys.js';
import { createDeclaration } from '../testing/module-build.js';
import { describeWithDatabase } from '../testing/engines.js';
import { testAudit } from '../testing/test-server.js';
import { commands } from './commands.js';
import { executeCommand } from './run.js';

describeWithDatabase('service commands', (database) => {
  let count = 0;
  let name: string;
  beforeEach(async () => {
    count += 1;
    name = `mf-service${count}`;
    await grantModule(db(), createDeclaration(name), testAudit());
  });

  const db = () => database().db;
  const run = async (...argv: string[]) => {
    const output: string[] = [];
    const write = (line: string): void => void output.push(line);
    const code = await executeCommand({ argv, operator: 'ada' }, commands, db(), { out: write, error: write });
    return { code, output: output.join('\n') };
  };
  const grant = (base: string, ...options: string[]) =>
    run('module', 'grant-service', name, base, '--paths', 'campaigns/,/templates', ...options);
  const granted = async () => (await findModule(db(), name))?.service;

  it('grants a service with defaults, lists it, and revokes it', async () => {
    const { code, output } = await grant('https://outreach.example/api');
    expect([code, output]).toEqual([
      0,
      [
        `${name} has its own service:`,
        '  service at https://outreach.example/api/',
        '  GET campaigns/',
        '  GET templates/',
        '  at most 10 s in all, 2 s to connect; requests of 100 kB, answers of 1000 kB',
      ].join('\n'),
    ]);
    expect(await granted()).toEqual({
      base_url: 'https://outreach.example/api/',
      methods: ['GET'],
      paths: ['campaigns/', 'templates/'],
      connect_timeout_ms: 2000,
      timeout_ms: 10_000,
      max_request_bytes: 100_000,
      max_answer_bytes: 1_000_000,
      allow_private: false,
    });
    expect((await run('module', 'list')).output).toContain('service at https://outreach.example/api/');
    expect((await run('module', 'revoke-service', name)).code).toBe(0);
    expect(await granted()).toBeNull();
    const actions = await db().selectFrom('audit_log').select('action').where('entity_id', '=', name).execute();
    expect(actions.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['module.service_grant', 'module.service_revoke']),
    );
  });

  it('keeps the service when the module’s paths are granted again', async () => {
    await grant('https://outreach.example/');
    const title = { ...createDeclaration(name), title: 'Outreach' };
    await grantModule(db(), title, testAudit());
    expect(await granted()).toMatchObject({ base_url: 'https://outreach.example/' });
  });

  it('grants limits and a private address on request', async () => {
    const limits = ['--timeout', '25', '--connect-timeout', '0.5', '--max-request-kb', '20', '--max-answer-kb', '5000'];
    const { code } = await grant('http://10.0.0.8:9000/', '--methods', 'get,post', '--allow-private', ...limits);
    expect([code, await granted()]).toMatchObject([
      0,
      {
        methods: ['GET', 'POST'],
        allow_private: true,
        timeout_ms: 25_000,
        connect_timeout_ms: 500,
        max_request_bytes: 20_000,
        max_answer_bytes: 5_000_000,
      },
    ]);
  });

  it.each([
    ['a private address', 'https://10.0.0.8/', [], '10.0.0.8 is a loopback or private address'],
    ['another spelling of loopback', 'https://0x7f.1/', [], '127.0.0.1 is a loopback or private address'],
    ['loopback by name', 'https://localhost/', [], 'localhost is a loopback or private address'],
    ['no TLS', 'http://outreach.example/', [], 'A service without TLS needs --allow-private'],
    ['an address with credentials of machines', 'http://169.254.169.254/', ['--allow-private'], 'can’t be the address'],
    ['a password', 'https://a:b@outreach.example/', [], 'must not contain a user or a password'],
    ['a query', 'https://outreach.example/?a=1', [], 'must not contain a query'],
    ['another protocol', 'file:///etc/', ['--allow-private'], 'must begin with https://'],
    ['no address', 'outreach', [], 'base_url'],
    ['an unknown method', 'https://outreach.example/', ['--methods', 'PATCH'], 'methods'],
    ['a time that pages do not wait', 'https://outreach.example/', ['--timeout', '60'], 'timeout_ms'],
  ])('refuses %s, and grants nothing', async (_what, base, options, words) => {
    const { code, output } = await grant(base, ...options);
    expect([code, output]).toEqual([1, expect.stringContaining(words)]);
    expect(await granted()).toBeNull();
  });

  it.each([['releases/'], ['promote/'], ['rollback/'], ['token/'], ['Releases/old/']])(
    'refuses the path %s, which is the console’s own',
    async (path) => {
      const answer = await run('module', 'grant-service', name, 'https://outreach.example/', '--paths', path);
      expect([answer.code, answer.output]).toEqual([1, expect.stringContaining('belongs to the console’s own calls')]);
    },
  );

  it('refuses parent paths, a missing path and an unknown module', async () => {
    const base = 'https://outreach.example/';
    expect((await run('module', 'grant-service', name, base, '--paths', '../admin/')).code).toBe(1);
    expect((await run('module', 'grant-service', name, base, '--paths', '/')).code).toBe(1);
    expect((await run('module', 'grant-service', name, base)).code).toBe(2);
    expect((await run('module', 'grant-service', 'mf-nowhere', base, '--paths', 'a/')).code).toBe(1);
    expect((await run('module', 'revoke-service', 'mf-nowhere')).code).toBe(1);
  });

  it('creates the first key with the first grant, rotates it, and replaces it', async () => {
    await grant('https://outreach.example/');
    const states = async () => (await run('service-key', 'list')).output.match(/signs$|published$|retired$/gm);
    expect((await states())?.filter((state) => state === 'signs')).toHaveLength(1);
    const rotated = await run('service-key', 'rotate');
    expect(rotated.output).toMatch(/^The key [0-9a-f-]{36} signs from .* UTC on\.$/);
    expect((await states())?.at(-1)).toBe('published');
    await run('service-key', 'rotate', '--immediately');
    expect([await states(), (await listSigningKeys(db())).length]).toEqual([['signs'], 1]);
  });
});
