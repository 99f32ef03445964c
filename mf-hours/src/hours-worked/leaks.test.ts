import { expect, it } from '@jest/globals';
import { leaksOf, openGrid, serveWorked, withWorkedServer } from './testing/open-worked';

withWorkedServer();

it('leaves nothing in the page when it is left', async () => {
  serveWorked();
  expect(await leaksOf(() => openGrid())).toEqual([]);
});
