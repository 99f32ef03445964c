import { type IncomingHttpHeaders, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { enqueue } from '../jobs/jobs-repository.js';
import { cleanUpAfterAll } from '../../testing/clean-up.js';
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
import { callersSpan } from './open-telemetry.js';

/** OTLP as JSON: https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding */
interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  /** 1 internal, 2 server, 3 client. */
  kind: number;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
  /** 2 is an error. */
  status: { code: number };
}

interface OtlpBatch {
  resourceSpans: {
    resource: { attributes: OtlpSpan['attributes'] };
    scopeSpans: { spans: OtlpSpan[] }[];
  }[];
}

interface Received {
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';

describeWithDatabase('traces', (database) => {
  const received: Received[] = [];
  const collector = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push({ url: request.url, headers: request.headers, body: Buffer.concat(parts).toString() });
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  let endpoint: string;
  let practiceId: number;
  let setUp: TestServer;
  let admin: Caller;
  const cleanUp = cleanUpAfterAll();
  beforeAll(async () => {
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
    cleanUp(() => new Promise((resolve) => collector.close(resolve)));
    endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
    setUp = await testServer(database());
    cleanUp(() => setUp.close());
    practiceId = await createTestPractice(setUp.db, { name: 'Corner Dental', providers: [] });
    admin = await signedIn(
      setUp,
      await createTestPerson(setUp.db, { flags: { super_admin: true }, name: 'Ada Admin' }),
    );
  });
  beforeEach(() => {
    received.length = 0;
  });

  const attributesOf = ({ attributes }: Pick<OtlpSpan, 'attributes'>) =>
    Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]));
  const batches = () => received.map(({ body }) => JSON.parse(body) as OtlpBatch);
  /** All spans that a server sent until it stopped, in the order they ended. */
  const spansOf = async (work: (server: TestServer) => Promise<void>, env: Record<string, string> = {}) => {
    const server = await testServer(database(), { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...env });
    await work(server);
    await server.close();
    return batches().flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    );
  };

  it('creates one span per request, named by method and pattern, without personal data', async () => {
    const spans = await spansOf(async (server) => {
      await server.call(admin, 'GET', '/api/practices/?search=Whitfield');
      await server.call(admin, 'GET', `/api/practices/${practiceId}/`);
      await server.call(admin, 'GET', '/api/practices/777777/');
      await server.call(anonymousCaller, 'GET', '/api/nowhere/');
    });
    const requests = spans.filter(({ kind }) => kind === 2);
    const attributes = (status: number, route: string) => ({
      'http.request.method': 'GET',
      'http.route': route,
      'http.response.status_code': status,
      'url.scheme': 'http',
      'url.path': route,
      'server.address': '127.0.0.1',
      'server.port': 8080,
    });
    expect(requests.map((span) => [span.name, attributesOf(span), span.status.code])).toEqual([
      ['GET /api/practices/', attributes(200, '/api/practices/'), 0],
      ['GET /api/practices/:practice/', attributes(200, '/api/practices/:practice/'), 0],
      ['GET /api/practices/:practice/', attributes(404, '/api/practices/:practice/'), 0],
      ['GET /*', attributes(404, '/*'), 0],
    ]);
    expect(new Set(requests.map(({ traceId }) => traceId)).size).toBe(4);
    const text = received.map(({ body }) => body).join();
    for (const part of ['Whitfield', '777777', 'Ada Admin', 'Corner Dental', 'practice-console-session', 'nowhere'])
      expect(text).not.toContain(part);
  });

  it('uses the public address as the server’s name, whatever host a caller sends', async () => {
    const [span] = await spansOf(
      async (server) => {
        await server.call(anonymousCaller, 'GET', '/api/session/', undefined, { host: 'evil.example:81' });
      },
      { PUBLIC_URL: 'https://console.example' },
    );
    expect(attributesOf(span ?? { attributes: [] })).toMatchObject({
      'url.scheme': 'https',
      'server.address': 'console.example',
      'server.port': 443,
    });
  });

  it('ignores the sampling decision of an untrusted caller', async () => {
    const spans = await spansOf(
      (server) =>
        server
          .call(admin, 'GET', '/api/session/', undefined, { traceparent: `00-${TRACE}-${CALLER}-01` })
          .then(() => undefined),
      { OTEL_TRACES_SAMPLER_ARG: '0' },
    );
    expect(spans).toEqual([]);
  });

  it('continues the trace of a trusted caller, unless that trace is not sampled', async () => {
    const call = (flags: string) => (server: TestServer) =>
      server
        .call(admin, 'GET', '/api/session/', undefined, { traceparent: `00-${TRACE}-${CALLER}-${flags}` })
        .then(() => undefined);
    const [span] = await spansOf(call('01'), { TRUST_TRACEPARENT: '1' });
    expect(span).toMatchObject({ name: 'GET /api/session/', traceId: TRACE, parentSpanId: CALLER });
    received.length = 0;
    expect(await spansOf(call('00'), { TRUST_TRACEPARENT: '1' })).toEqual([]);
  });

  it('adds a span per transaction to its request, also after reading the body', async () => {
    const spans = await spansOf(async (server) => {
      await server.app.listen({ host: '127.0.0.1', port: 0 });
      const { port } = server.app.server.address() as AddressInfo;
      const response = await fetch(`http://127.0.0.1:${port}/api/browser-reports/`, {
        method: 'POST',
        headers: { ...admin.headers, 'content-type': 'application/json' },
        body: JSON.stringify({ visits: [{ module: 'mf-a', version: '1.0.0', outcome: 'running', duration_ms: 1 }] }),
      });
      expect(response.status).toBe(200);
    });
    const request = spans.find(({ name }) => name === 'POST /api/browser-reports/');
    const transaction = spans.find(({ parentSpanId }) => parentSpanId === request?.spanId);
    expect(transaction).toMatchObject({ name: 'transaction', kind: 3, traceId: request?.traceId });
    expect(attributesOf(transaction ?? { attributes: [] })).toEqual({ 'db.system.name': 'postgresql' });
  });

  it('creates a separate span per run of a job, with its final state', async () => {
    const spans = await spansOf(async (server) => {
      server.app.jobs.handle('traced', () => Promise.reject(new Error('a name that somebody typed')));
      const ask = { practiceId, kind: 'traced', input: {}, progress: {}, ...testAudit(server.clock.now) };
      await enqueue(server.db, ask);
      await runJobs(server);
    });
    const job = spans.find(({ name }) => name === 'job traced');
    expect(job?.parentSpanId ?? '').toBe('');
    expect(attributesOf(job ?? { attributes: [] })).toEqual({ 'job.state': 'retried' });
    expect(received.map(({ body }) => body).join()).not.toContain('somebody typed');
    await setUp.db.deleteFrom('jobs').execute();
  });

  it('marks the span of a server error', async () => {
    const spans = await spansOf(async (server) => {
      await server.db.schema.alterTable('module_registry').renameTo('gone').execute();
      const response = await server.call(admin, 'GET', '/api/modules/');
      await server.db.schema.alterTable('gone').renameTo('module_registry').execute();
      expect(response.statusCode).toBe(500);
    });
    const request = spans.find(({ name }) => name === 'GET /api/modules/');
    expect(request?.status.code).toBe(2);
  });

  it('skips health checks and metrics', async () => {
    const spans = await spansOf(async (server) => {
      for (const url of ['/healthz', '/readyz', '/metrics']) await server.call(anonymousCaller, 'GET', url);
    });
    expect(spans).toEqual([]);
  });

  it('sends spans to the path below the endpoint, with its headers and service name', async () => {
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: `${endpoint}/otlp`,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc, x-tenant=dental',
      OTEL_SERVICE_NAME: 'console-east',
    };
    await spansOf((server) => server.call(admin, 'GET', '/api/session/').then(() => undefined), env);
    expect(received).toMatchObject([
      {
        url: '/otlp/v1/traces',
        headers: { authorization: 'Bearer abc', 'x-tenant': 'dental', 'content-type': 'application/json' },
      },
    ]);
    const [resource] = batches().flatMap(({ resourceSpans }) => resourceSpans.map((of) => of.resource));
    expect(attributesOf(resource ?? { attributes: [] })).toEqual(
      expect.objectContaining({
        'service.name': 'console-east',
        'service.version': expect.stringMatching(/^\d+\.\d+\.\d+$/),
      }),
    );
  });

  it('applies the sampling share, but sends spans of a sampled trusted caller', async () => {
    const spans = await spansOf(
      async (server) => {
        await server.call(admin, 'GET', '/api/session/');
        await server.call(admin, 'GET', '/api/session/', undefined, { traceparent: `00-${TRACE}-${CALLER}-01` });
      },
      { OTEL_TRACES_SAMPLER_ARG: '0', TRUST_TRACEPARENT: '1' },
    );
    expect(spans.map(({ traceId }) => traceId)).toEqual([TRACE]);
  });

  it('serves calls and stops without a collector', async () => {
    const server = await testServer(database(), { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
    expect((await server.call(admin, 'GET', '/api/session/')).statusCode).toBe(200);
    await server.close();
    expect(received).toEqual([]);
  });
});

describe('callersSpan', () => {
  it.each([
    [`00-${TRACE}-${CALLER}-01`, { traceId: TRACE, spanId: CALLER, traceFlags: 1, isRemote: true }],
    [`00-${TRACE}-${CALLER}-00`, { traceId: TRACE, spanId: CALLER, traceFlags: 0, isRemote: true }],
    [`cc-${TRACE}-${CALLER}-01-what-comes-later`, { traceId: TRACE, spanId: CALLER, traceFlags: 1, isRemote: true }],
    [`ff-${TRACE}-${CALLER}-01`, undefined],
    [`00-${'0'.repeat(32)}-${CALLER}-01`, undefined],
    [`00-${TRACE}-${'0'.repeat(16)}-01`, undefined],
    [`00-${TRACE.toUpperCase()}-${CALLER}-01`, undefined],
    ['somebody', undefined],
    [undefined, undefined],
  ])('reads %p as %p', (traceparent, span) => {
    expect(callersSpan({ traceparent })).toEqual(span);
  });
});
