import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import type { LoadableModule } from 'shared-api/contracts';
import { createRegistry } from './registry';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
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
  it.each([['1.9.0'], [undefined]])('asks for the versions that fit the kit of the page, %s', async (shared_ui) => {
    const asked: (string | null)[] = [];
    server.use(
      http.get('*/api/modules/', ({ request }) => {
        asked.push(new URL(request.url).searchParams.get('shared_ui'));
        return HttpResponse.json({ revision: 'r2', modules: [{ ...hours, version: '1.0.1' }] });
      }),
    );
    const registry = createRegistry({ modules: [hours], shared_ui }, transport);
    expect((await registry.latest(hours)).version).toBe('1.0.1');
    expect(registry.modules()).toMatchObject([{ version: '1.0.1' }]);
    expect(asked).toEqual([shared_ui ?? null]);
  });

  it('keeps the version that the page has when the registry does not answer', async () => {
    server.use(http.get('*/api/modules/', () => HttpResponse.json({ code: 'invalid' }, { status: 400 })));
    const registry = createRegistry({ modules: [hours] }, transport);
    expect(await registry.latest(hours)).toBe(hours);
  });
});
