import { expect, it } from '@jest/globals';
import { leaksOf, openPlans, serve, withServer } from './testing/open-page';

withServer();

it('leaves nothing in the page when it is left', async () => {
  serve();
  expect(await leaksOf(() => openPlans())).toEqual([]);
});
