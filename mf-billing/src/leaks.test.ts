import { expect, it } from '@jest/globals';
import { leaksOf, openPlans, serve, withServer } from './testing/open-page';

withServer();

it('leaks nothing after leaving a page', async () => {
  serve();
  expect(await leaksOf(() => openPlans())).toEqual([]);
});
