import { expect, it } from '@jest/globals';
import { leaksOf, openNumbers, serve, withNetwork } from './phone-numbers/testing/open-page';

withNetwork();

it('cleans up everything in the page when it unmounts', async () => {
  serve();
  expect(await leaksOf(openNumbers)).toEqual([]);
});
