import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type LoadableModule, listModules } from 'shared-api/contracts';
import { answer, errorReply, reply } from 'shared-api/testing';
import { setupServer } from 'shared-api/testing/network';
import { createRegistry } from './registry';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const hours: LoadableModule = {
  name: 'mf-hours',
  title: 'Hours',
  version: '1.0.0',
  audience: 'clinic',
  entry: '/modules/mf-hours/1.0.0/remoteEntry.js',
  files: {},
  preload: [],
  shared: [],
  routes: [],
  overridden: false,
};
const transport = { reauthenticate: () => Promise.resolve(false), heardRevision: () => undefined };

describe('latest', () => {
  it.each([['1.9.0'], [undefined]])('requests versions that fit the page’s kit, %s', async (shared_ui) => {
    const asked: (string | undefined)[] = [];
    server.use(
      answer(listModules, ({ query }) => {
        asked.push(query.shared_ui);
        return reply(listModules, { revision: 'r2', modules: [{ ...hours, version: '1.0.1' }] });
      }),
    );
    const registry = createRegistry({ modules: [hours], shared_ui }, transport);
    expect((await registry.latest(hours)).version).toBe('1.0.1');
    expect(registry.modules()).toMatchObject([{ version: '1.0.1' }]);
    expect(asked).toEqual([shared_ui]);
  });

  it('keeps the page’s version when the registry does not respond', async () => {
    server.use(answer(listModules, () => errorReply(400, 'invalid', 'Not a listModules request')));
    const registry = createRegistry({ modules: [hours] }, transport);
    expect(await registry.latest(hours)).toBe(hours);
  });
});
