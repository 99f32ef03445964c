import { expect, it } from '@jest/globals';
import { leaksOf, withNetwork } from './testing/open-route';
import { openPractices, serve } from './all-practices/testing/open-practices';

withNetwork();

it('leaves nothing in the page when it is left', async () => {
  serve();
  expect(await leaksOf(() => openPractices())).toEqual([]);
});
