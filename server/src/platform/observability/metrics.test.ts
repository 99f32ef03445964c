import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fastify from 'fastify';
import { sql } from 'kysely';
import { readConfig } from '../config/config.js';
import { AppError } from '../errors/app-error.js';
import { enqueue } from '../jobs/jobs-repository.js';
import { MAX_ITEMS_PER_HOUR } from '../../modules/module-health/report-limit.js';
import { paymentsFor } from '../../billing/stripe/stripe-client.js';
import { eventually, joinAgent } from '../../testing/test-agent.js';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  type Caller,
  type TestServer,
  createTestPerson,
  createTestPractice,
  testAudit,
  anonymousCaller,
  runJobs,
  signedIn,
  testServer,
} from '../../testing/test-server.js';
import { voiceProviderFor } from '../../practices/twilio/voice-provider.js';
import { openMetrics } from './metrics.js';
import { observeRequests } from './observe-requests.js';
import { observeCalls } from './provider-calls.js';

const METRICS_TOKEN = 'a-token-for-prometheus';
const prometheus: Caller = { headers: { authorization: `Bearer ${METRICS_TOKEN}` } };

/** The value of a series, e.g. `jobs_total{kind="a"}`. Undefined when the series doesn't exist. */
function valueOf(text: string, series: string): number | undefined {
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

describeWithDatabase('metrics', (database) => {
  let server: TestServer;
  let admin: Caller;
  let practiceId: number;
  beforeAll(async () => {
    server = await testServer(database(), { METRICS_TOKEN });
    admin = await signedIn(server, await createTestPerson(server.db, { flags: { super_admin: true } }));
    practiceId = await createTestPractice(server.db, { providers: [] });
  });
  afterAll(() => server.close());

  const scrape = async (from = server) => (await from.call(prometheus, 'GET', '/metrics')).body;
  const value = async (series: string) => valueOf(await scrape(), series);

  it('requires the metrics token, and returns process metrics with it', async () => {
    for (const caller of [anonymousCaller, admin, { headers: { authorization: 'Bearer another-token-of-sorts' } }]) {
      const refused = await server.call(caller, 'GET', '/metrics');
      expect([refused.statusCode, refused.headers['www-authenticate']]).toEqual([401, 'Bearer']);
      expect(refused.json()).toMatchObject({ status: 'error', code: 'unknown_token' });
      expect(refused.body).not.toContain('process_cpu');
    }
    const response = await server.call(prometheus, 'GET', '/metrics');
    expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(response.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
    for (const name of ['process_cpu_seconds_total', 'nodejs_heap_size_used_bytes', 'nodejs_eventloop_lag_p99_seconds'])
      expect(valueOf(response.body, name)).toBeGreaterThanOrEqual(0);
  });

  it('returns 404 when no token is configured', async () => {
    const other = await testServer(database());
    for (const caller of [anonymousCaller, prometheus])
      expect((await other.call(caller, 'GET', '/metrics')).statusCode).toBe(404);
    await other.close();
  });

  it('counts refusals by code and call name, with labels that callers can’t invent', async () => {
    const series = (code: string, call: string) => `http_refusals_total{code="${code}",call="${call}"}`;
    const other = await testServer(database(), { METRICS_TOKEN });
    const before = await scrape(other);
    const money = `/api/${practiceId}/practice-features/price_1/start-subscription/`;
    await other.call(admin, 'POST', money, { customer_id: 'cus_1' }, { 'idempotency-key': 'short' });
    await other.call(admin, 'GET', '/api/practices/888888/');
    await other.call(anonymousCaller, 'GET', `/api/practices/${practiceId}/`);
    await other.call(admin, 'GET', '/api/practices/?page_size=made-up');
    await other.call(admin, 'GET', '/api/made-up/');
    await other.call(admin, 'GET', '/api/%E0%A4%A/made-up');
    await other.call(admin, 'GET', `/api/practices/${practiceId}/`);
    const after = await scrape(other);
    await other.close();
    const added = (code: string, call: string) =>
      (valueOf(after, series(code, call)) ?? 0) - (valueOf(before, series(code, call)) ?? 0);
    expect({
      badKey: added('idempotency_key_invalid', 'startSubscription'),
      unknown: added('not_found', 'readPractice'),
      signedOut: added('signed_out', 'readPractice'),
      invalid: added('invalid', 'listPractices'),
      noCall: added('unknown_call', 'none'),
      unreadable: added('malformed_address', 'none'),
    }).toEqual({ badKey: 1, unknown: 1, signedOut: 1, invalid: 1, noCall: 1, unreadable: 1 });
    expect(after).not.toContain('made-up');
  });

  it('limits the number of distinct codes', async () => {
    const metrics = openMetrics({ pool: undefined, agents: () => 0, process: false });
    const app = fastify();
    observeRequests(app, { config: readConfig({}), metrics, tracing: undefined });
    app.get('/:code', (request, reply) => {
      request.errorCode = (request.params as { code: string }).code;
      return reply.code(402).send('refused');
    });
    for (let count = 0; count < 250; count += 1) await app.inject(`/code_${count}`);
    await app.inject('/Not%20a%20code');
    await app.close();
    const { values } = await metrics.rejections.get();
    expect(values).toHaveLength(201);
    expect(values.find(({ labels }) => labels.code === 'other')?.value).toBe(51);
  });

  it('counts requests by route pattern, never by address', async () => {
    const series = (route: string, status: string) =>
      `http_request_duration_seconds_count{method="GET",route="${route}",status="${status}"}`;
    const route = '/api/practices/:practice/';
    await server.call(admin, 'GET', `/api/practices/${practiceId}/`);
    await server.call(admin, 'GET', '/api/practices/777777/?secret=typed');
    await server.call(anonymousCaller, 'GET', `/api/practices/${practiceId}/`);
    await server.call(anonymousCaller, 'GET', '/api/nowhere/at/all');
    const text = await scrape();
    expect([valueOf(text, series(route, '2xx')), valueOf(text, series(route, '4xx'))]).toEqual([1, 2]);
    for (const part of ['practices/777777', 'secret', `practices/${practiceId}`, 'nowhere'])
      expect(text).not.toContain(part);
    expect(valueOf(text, 'http_requests_in_flight')).toBe(1);
  });

  it('reports the database pool and failed statements', async () => {
    const failed = 'database_query_errors_total{class="42"}';
    const before = (await value(failed)) ?? 0;
    await expect(sql`select nothing from nowhere`.execute(server.db)).rejects.toThrow();
    const text = await scrape();
    expect(valueOf(text, failed)).toBe(before + 1);
    expect(valueOf(text, 'database_pool_waiting')).toBe(0);
    const connections = ['idle', 'used'].map((state) => valueOf(text, `database_pool_connections{state="${state}"}`));
    expect(connections.reduce<number>((sum, count) => sum + (count ?? 0), 0)).toBeGreaterThan(0);
  });

  it('reports jobs by kind and final state', async () => {
    server.app.jobs.handle('measured', (job) => {
      if (job.input === 'refuse') throw new AppError(409, 'no', 'No.');
      if (job.input === 'break') throw new Error('broken');
      return Promise.resolve();
    });
    for (const input of ['work', 'work', 'refuse', 'break']) {
      await enqueue(server.db, { practiceId, kind: 'measured', input, progress: {}, ...testAudit(server.clock.now) });
    }
    await runJobs(server);
    const text = await scrape();
    const counts = ['done', 'failed', 'retried'].map((state) =>
      valueOf(text, `job_duration_seconds_count{kind="measured",state="${state}"}`),
    );
    expect(counts).toEqual([2, 1, 1]);
  });

  it('counts rate-limited sign-in attempts', async () => {
    const before = (await value('sign_in_refusals_total')) ?? 0;
    const attempt = () =>
      server.call(anonymousCaller, 'POST', '/api/session/', { email: 'eve@clinic.example', password: 'a guess' });
    for (let times = 0; times < 12; times += 1) await attempt();
    expect(await value('sign_in_refusals_total')).toBe(before + 2);
  });

  it('counts accepted and dropped browser reports', async () => {
    const caller = await signedIn(server, await createTestPerson(server.db, { practices: [practiceId] }));
    const visits = Array.from({ length: 50 }, () => ({
      module: 'mf-nowhere',
      version: '1.0.0',
      outcome: 'running',
      duration_ms: 1,
    }));
    for (let sent = 0; sent < MAX_ITEMS_PER_HOUR + 100; sent += 50)
      await server.call(caller, 'POST', '/api/browser-reports/', { visits });
    expect(await value('browser_reports_total{outcome="taken"}')).toBe(MAX_ITEMS_PER_HOUR / 50);
    expect(await value('browser_reports_total{outcome="dropped"}')).toBe(2);
  });

  it('counts connected agents, but not their websockets as requests', async () => {
    const agent = await joinAgent(server, practiceId);
    expect(await value('agents_connected')).toBe(1);
    expect(await value('http_requests_in_flight')).toBe(1);
    await agent.leave();
    await eventually(async () => (await value('agents_connected')) === 0);
  });

  it('keeps metrics separate per replica', async () => {
    const other = await testServer(database(), { METRICS_TOKEN });
    await server.call(anonymousCaller, 'GET', '/healthz');
    const series = 'http_request_duration_seconds_count{method="GET",route="/healthz",status="2xx"}';
    expect([valueOf(await scrape(), series), valueOf(await scrape(other), series)]).toEqual([1, undefined]);
    await other.close();
  });
});

describe('provider metrics', () => {
  const provider = createServer((request, response) => {
    const isThere = request.url?.includes('none') === false;
    response.writeHead(isThere ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isThere ? { id: 'cus_1' } : { error: { message: 'No such customer' } }));
  });
  const stop = () =>
    new Promise<void>((resolve) => {
      provider.closeAllConnections();
      provider.close(() => resolve());
    });
  beforeAll(() => new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve)));
  afterAll(stop);

  it('counts calls by outcome, including those without a response', async () => {
    const sandboxUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
    const metrics = openMetrics({ pool: undefined, agents: () => 0, process: false });
    const payments = paymentsFor({ stripe: undefined, sandboxUrl }, observeCalls(metrics));
    const voice = voiceProviderFor({ twilio: undefined, sandboxUrl }, observeCalls(metrics));

    await payments?.stripe.customers.retrieve('cus_1');
    await expect(payments?.stripe.customers.retrieve('cus_none')).rejects.toThrow('No such customer');
    await voice?.client.api.v2010.accounts('AC1').fetch();
    await expect(voice?.client.api.v2010.accounts('none').fetch()).rejects.toThrow();
    await stop();
    // The client tries each call twice.
    await expect(payments?.stripe.customers.retrieve('cus_1')).rejects.toThrow();

    const text = await metrics.registry.metrics();
    const count = (name: string, outcome: string) =>
      valueOf(text, `provider_call_duration_seconds_count{provider="${name}",outcome="${outcome}"}`);
    expect([count('stripe', '2xx'), count('stripe', '4xx'), count('stripe', 'no_answer')]).toEqual([1, 1, 2]);
    expect([count('twilio', '2xx'), count('twilio', '4xx')]).toEqual([1, 1]);
    expect(text).not.toContain('cus_');
  });
});
