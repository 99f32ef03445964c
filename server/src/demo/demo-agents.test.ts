import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, expect, it } from '@jest/globals';
import { appointmentRow, clinicRow, providerRow } from 'shared-api/agent';
import { agentTokens } from '../practices/agents/agent-tokens.js';
import { cleanUpAfterAll } from '../testing/clean-up.js';
import { describeWithDatabase } from '../testing/engines.js';
import { type TestServer, quickCost, testServer } from '../testing/test-server.js';
import { registerDemoAgents } from './demo-agents.js';
import { seedDemo } from './demo-steps.js';

interface Introduction {
  practice: string;
  token: string;
  server: string;
  profile: Record<string, unknown> & { providers: unknown[]; clinics: unknown[]; appointments: unknown[] };
}

describeWithDatabase('demo agents', (database) => {
  let server: TestServer;
  const introductions: Introduction[] = [];
  let rejections = 0;
  const sandbox = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString('utf8')));
    request.on('end', () => {
      const refused = rejections > 0;
      rejections -= 1;
      if (!refused) {
        const practice = /^\/control\/agents\/(\d+)$/.exec(request.url ?? '')?.[1] ?? '';
        introductions.push({ practice, ...(JSON.parse(body) as Omit<Introduction, 'practice'>) });
      }
      response.writeHead(refused ? 503 : 200).end('{}');
    });
  });
  const cleanUp = cleanUpAfterAll();
  beforeAll(async () => {
    server = await testServer(database(), { DEMO: '1' });
    cleanUp(() => server.close());
    await seedDemo(server.db, { practices: 6, now: server.clock.now, cost: quickCost });
    await new Promise<void>((resolve) => sandbox.listen(0, '127.0.0.1', resolve));
    cleanUp(() => new Promise((resolve) => sandbox.close(resolve)));
  });

  const introduce = (stop = new AbortController()) => {
    introductions.length = 0;
    return registerDemoAgents({
      db: server.db,
      log: server.app.log,
      sandbox: `http://127.0.0.1:${(sandbox.address() as AddressInfo).port}`,
      server: 'http://127.0.0.1:8080',
      now: () => server.clock.now,
      signal: stop.signal,
      pauses: [1, 1],
    });
  };

  it('sends a valid token and the profile of each practice to the sandbox', async () => {
    await introduce();
    expect(introductions.map(({ practice, server: origin }) => [practice, origin])).toEqual([
      ['1', 'http://127.0.0.1:8080'],
      ['2', 'http://127.0.0.1:8080'],
    ]);
    const [one, two] = introductions;
    expect(await agentTokens.find(server.db, one?.token ?? '', server.clock.now)).toMatchObject({ practice_id: 1 });
    expect(one?.profile).toMatchObject({ pms_name: 'opendental', time_zone: 'America/Chicago', update_blocked: false });
    expect(two?.profile).toMatchObject({ pms_name: 'dentrix', update_blocked: true, clinics: [] });
    expect(one?.profile.clinics.map((row) => clinicRow.parse(row).clinic_num)).toEqual([1, 2, 3, 4]);
    for (const row of one?.profile.providers ?? []) providerRow.parse(row);
    const appointments = one?.profile.appointments ?? [];
    expect(appointments.length).toBeGreaterThan(1000);
    for (const row of appointments.slice(0, 50)) appointmentRow.parse(row);
  });

  it('issues a new token each time, and invalidates the previous one', async () => {
    await introduce();
    const former = introductions[0]?.token ?? '';
    await introduce();
    expect(await agentTokens.find(server.db, former, server.clock.now)).toBeUndefined();
    expect(await agentTokens.find(server.db, introductions[0]?.token ?? '', server.clock.now)).toBeDefined();
  });

  it('retries when the sandbox refuses at first', async () => {
    rejections = 2;
    await introduce();
    expect(introductions.map(({ practice }) => practice)).toEqual(['1', '2']);
  });

  it('logs a warning and continues when the sandbox keeps refusing', async () => {
    rejections = 100;
    server.log.length = 0;
    await introduce();
    rejections = 0;
    expect(introductions).toEqual([]);
    expect(server.log.filter((line) => line.includes('could not be introduced'))).toHaveLength(2);
    expect(server.log.join('')).not.toContain('pcat_');
  });

  it('sends nothing once the server stops', async () => {
    const stop = new AbortController();
    stop.abort();
    await introduce(stop);
    expect(introductions).toEqual([]);
  });
});
