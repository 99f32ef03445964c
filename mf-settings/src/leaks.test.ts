import { expect, it } from '@jest/globals';
import { leaksOf, openSettings, serve, withServer } from './settings-record/testing/open-page';

withServer();

it('leaves nothing in the page when it is left', async () => {
  serve();
  expect(await leaksOf(() => openSettings())).toEqual([]);
});
