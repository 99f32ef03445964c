import { expect, it } from '@jest/globals';
import { leaksOf, withNetwork } from './testing/open-route';
import { openPractices, serve } from './all-practices/testing/open-practices';

withNetwork();

it('leaks nothing after leaving a page', async () => {
  serve();
  expect(await leaksOf(() => openPractices())).toEqual([]);
});
