import { expect, it } from '@jest/globals';
import { leaksOf, openHours, serveHours, withServer } from './testing/open-page';

withServer();

it('leaves nothing in the page when it is left', async () => {
  serveHours();
  expect(await leaksOf(() => openHours())).toEqual([]);
});
