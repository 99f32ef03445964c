import { expect, it } from '@jest/globals';
import { leaksOf, openSettings, serve, withServer } from './settings-record/testing/open-page';

withServer();

it('leaks nothing after leaving a page', async () => {
  serve();
  expect(await leaksOf(() => openSettings())).toEqual([]);
});
