import { expect, it } from '@jest/globals';
import { leaksOf, openNumbers, serve, withNetwork } from './phone-numbers/testing/open-page';

withNetwork();

it('leaves nothing in the page when it is left', async () => {
  serve();
  expect(await leaksOf(openNumbers)).toEqual([]);
});
