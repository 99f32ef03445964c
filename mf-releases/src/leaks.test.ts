import { expect, it } from '@jest/globals';
import { leaksOf, openHealth, serve, withPage } from './module-health/testing/open-page';

withPage();

it('leaves nothing in the page when it is left', async () => {
  serve();
  expect(await leaksOf(() => openHealth())).toEqual([]);
});
