import { expect, it } from '@jest/globals';
import { leaksOf, openGrid, serveWorked, withWorkedServer } from './testing/open-worked';

withWorkedServer();

it('leaves nothing behind after navigation', async () => {
  serveWorked();
  expect(await leaksOf(() => openGrid())).toEqual([]);
});
