import { expect, it } from '@jest/globals';
import { describeOnEveryEngine } from '../testing/engines.js';
import { nobodyAtAll, testServer } from '../testing/test-server.js';

describeOnEveryEngine('the address of whoever calls', (database) => {
  const forwarded = { 'x-forwarded-for': '203.0.113.9, 198.51.100.7' };
  const addressSeen = async (trustProxy: string) => {
    const server = await testServer(database(), { TRUST_PROXY: trustProxy });
    await server.call(nobodyAtAll, 'GET', '/api/session/', undefined, forwarded);
    await server.close();
    const line = server.log.map((text) => JSON.parse(text) as { req?: { address: string } }).find(({ req }) => req);
    return line?.req?.address;
  };

  it.each([
    ['is that of the connection where no proxy is expected', '0', '127.0.0.1'],
    ['is what the one proxy saw', '1', '198.51.100.7'],
    ['is what the first of two proxies saw', '2', '203.0.113.9'],
    ['is what a proxy saw that may be believed', '127.0.0.1', '198.51.100.7'],
    ['is that of the connection when it comes past the proxies', '10.0.0.0/8', '127.0.0.1'],
  ])('%s', async (_what, trustProxy, address) => {
    expect(await addressSeen(trustProxy)).toBe(address);
  });
});
