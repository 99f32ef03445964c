import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { describeWithDatabase } from '../../testing/engines.js';
import { type TestServer, anonymousCaller, testServer } from '../../testing/test-server.js';

describeWithDatabase('the OpenAPI page', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer(database());
  });
  afterAll(() => server.close());

  it('links a style with the console’s font', async () => {
    const page = await server.call(anonymousCaller, 'GET', '/api/docs/');
    const [, address = ''] = /href="([^"]*console\.css)"/.exec(page.body) ?? [];
    const style = await server.call(anonymousCaller, 'GET', new URL(address, 'http://console.test/api/docs/').pathname);
    expect(style.statusCode).toBe(200);
    expect(style.headers['content-type']).toMatch(/^text\/css/);
    expect(style.body).toContain("url('/shell/inter.9b1c.woff2')");
    expect(style.body).toContain("font-family: 'Inter Variable'");
  });

  it('exposes no components or versions in responses', async () => {
    for (const url of ['/', '/api/session/', '/api/nowhere/', '/healthz']) {
      const { headers } = await server.call(anonymousCaller, 'GET', url);
      expect(headers).not.toHaveProperty('server');
      expect(headers).not.toHaveProperty('x-powered-by');
    }
  });

  it('generates the document once for all requests', async () => {
    const stringify = jest.spyOn(JSON, 'stringify');
    const pages = [];
    for (let time = 0; time < 3; time += 1) pages.push(await server.call(anonymousCaller, 'GET', '/api/docs/json'));
    const documents = stringify.mock.calls.filter(([value]) => typeof value === 'object' && 'openapi' in (value ?? {}));
    stringify.mockRestore();
    expect(documents.length).toBeLessThanOrEqual(1);
    const [first] = pages;
    expect(first?.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(first?.json()).toMatchObject({ openapi: '3.1.0' });
    expect(new Set(pages.map(({ body }) => body)).size).toBe(1);
  });

  it('describes server errors, and names every parameter with a word', async () => {
    interface Operation {
      operationId: string;
      parameters?: { name: string; in: string; required?: boolean }[];
      responses: Record<string, unknown>;
    }
    const response = await server.call(anonymousCaller, 'GET', '/api/docs/json');
    const { paths } = response.json<{ paths: Record<string, Record<string, Operation>> }>();
    for (const [path, methods] of Object.entries(paths)) {
      const named = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name).sort();
      for (const { operationId, parameters = [], responses } of Object.values(methods)) {
        expect([operationId, Object.keys(responses)]).toEqual([operationId, expect.arrayContaining(['4XX', '5XX'])]);
        const inPath = parameters.filter((one) => one.in === 'path');
        expect([operationId, inPath.map(({ name }) => name).sort()]).toEqual([operationId, named]);
        expect(inPath.filter(({ name, required }) => !/^\w+$/.test(name) || required !== true)).toEqual([]);
      }
    }
  });

  it('contains no password hint or security question', async () => {
    const page = await server.call(anonymousCaller, 'GET', '/api/docs/json');
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('/api/session/');
    expect(page.body).not.toMatch(/"[a-z_]*(hint|secret_question|security_question|mother)[a-z_]*":/i);
  });
});
