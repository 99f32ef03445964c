import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeWithDatabase } from '../testing/engines.js';
import { type TestServer, anonymousCaller, testServer } from '../testing/test-server.js';

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
});
