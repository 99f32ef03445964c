import { expect, it } from '@jest/globals';
import { describeWithDatabase } from '../../testing/engines.js';
import { anonymousCaller, testServer } from '../../testing/test-server.js';

describeWithDatabase('request address behind proxies', (database) => {
  const forwarded = { 'x-forwarded-for': '203.0.113.9, 198.51.100.7' };
  const addressSeen = async (trustProxy: string) => {
    const server = await testServer(database(), { TRUST_PROXY: trustProxy });
    await server.call(anonymousCaller, 'GET', '/api/session/', undefined, forwarded);
    await server.close();
    const line = server.log.map((text) => JSON.parse(text) as { req?: { address: string } }).find(({ req }) => req);
    return line?.req?.address;
  };

  it.each([
    ['uses the connection when no proxy is expected', '0', '127.0.0.1'],
    ['uses the address that a single proxy saw', '1', '198.51.100.7'],
    ['uses the address that the first of two proxies saw', '2', '203.0.113.9'],
    ['uses the address that a trusted proxy saw', '127.0.0.1', '198.51.100.7'],
    ['uses the connection when it bypasses the proxies', '10.0.0.0/8', '127.0.0.1'],
  ])('%s', async (_what, trustProxy, address) => {
    expect(await addressSeen(trustProxy)).toBe(address);
  });
});
