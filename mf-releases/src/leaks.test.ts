import { expect, it } from '@jest/globals';
import { leaksOf, openHealth, serve, withPage } from './module-health/testing/open-page';

withPage();

it('cleans up everything in the page when it unmounts', async () => {
  serve();
  expect(await leaksOf(() => openHealth())).toEqual([]);
});
