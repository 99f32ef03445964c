import { expect, it } from '@jest/globals';
import { leaksOf, openHours, serveHours, withServer } from './testing/open-page';

withServer();

it('cleans up everything in the page when it unmounts', async () => {
  serveHours();
  expect(await leaksOf(() => openHours())).toEqual([]);
});
