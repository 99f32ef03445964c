/**
 * Calls declared in a page's `first_calls` run in parallel with its scripts. The page must really make each of them for
 * everyone who can open it, because the browser would return an unused response, outdated, to a later call.
 */
import { declaredBadges, declaredPages } from '../../support/pages';
import { settled } from '../../support/reading';
import { expect, type Person, test } from '../../support/test';

const readers: readonly { person: Person; audience: 'clinic' | 'internal' }[] = [
  { person: 'owner', audience: 'clinic' },
  { person: 'staff', audience: 'clinic' },
  { person: 'superadmin', audience: 'clinic' },
  { person: 'internal', audience: 'internal' },
];

for (const { person, audience } of readers) {
  test(
    `sends the first calls of every ${audience} page once, before its scripts run, for ${person}`,
    { tag: '@verify' },
    async ({ page, sharedConsole, signIn }) => {
      await signIn(person, sharedConsole.url);
      await page.addInitScript(() => {
        const asked: string[] = [];
        Object.assign(globalThis, { asked });
        const { fetch } = globalThis;
        globalThis.fetch = (input, init) => {
          const { pathname, search } = new URL(input instanceof Request ? input.url : String(input));
          asked.push(pathname + search);
          return fetch(input, init);
        };
      });
      // Badges make some of the same calls at any time, so they are excluded.
      for (const badge of declaredBadges()) await page.route(`**/contribution-${badge}.*`, (route) => route.abort());
      await page.route('**/api/browser-reports/', (route) => route.fulfill({ status: 204 }));
      const sent: string[] = [];
      page.on('request', (request) => sent.push(request.url().replace(sharedConsole.url, '')));

      let preloaded = 0;
      let sentOnce = 0;
      for (const { path } of declaredPages().filter((declared) => declared.audience === audience)) {
        sent.length = 0;
        await page.goto(sharedConsole.url + path(1));
        await settled(page);
        const found = await page.evaluate(() => ({
          urls: [...document.querySelectorAll('link[rel=preload][as=fetch]')].map(
            (link) => link.getAttribute('href') ?? '',
          ),
          asked: Reflect.get(globalThis, 'asked') as string[],
        }));
        const unused = found.urls.filter((url) => !found.asked.includes(url));
        const repeated = found.urls.filter((url) => found.asked.filter((one) => one === url).length > 1);
        expect({ page: path(1), unused, repeated }).toEqual({ page: path(1), unused: [], repeated: [] });
        preloaded += found.urls.length;
        sentOnce += found.urls.filter((url) => sent.filter((one) => one === url).length === 1).length;
      }
      expect(preloaded).toBeGreaterThan(0);
      // The browser drops an unused response a few seconds after the page load, and a busy machine can be slower.
      expect(sentOnce).toBeGreaterThan(preloaded / 2);
    },
  );
}
