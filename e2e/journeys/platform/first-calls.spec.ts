/**
 * The calls that a page declares in `first_calls` travel beside its scripts. Each must be one that the page really makes,
 * for everyone who may open it: the browser would keep an unused answer and give it to a later call, outdated.
 */
import { declaredPages } from '../../support/pages';
import { settled } from '../../support/reading';
import { expect, type Person, test } from '../../support/test';

const readers: readonly { person: Person; audience: 'clinic' | 'internal' }[] = [
  { person: 'owner', audience: 'clinic' },
  { person: 'staff', audience: 'clinic' },
  { person: 'superadmin', audience: 'clinic' },
  { person: 'internal', audience: 'internal' },
];

for (const { person, audience } of readers) {
  test(`uses the first calls of every ${audience} page, sent before its scripts run, for ${person}`, async ({
    page,
    sharedConsole,
    signIn,
  }) => {
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
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url().replace(sharedConsole.url, '')));

    let preloaded = 0;
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
      // The page's first request gets the early answer. A badge may ask for the same again, which is sent by itself.
      const count = (urls: readonly string[], url: string): number => urls.filter((one) => one === url).length;
      const repeated = found.urls.filter((url) => count(sent, url) !== count(found.asked, url));
      expect({ page: path(1), unused, repeated }).toEqual({ page: path(1), unused: [], repeated: [] });
      preloaded += found.urls.length;
    }
    expect(preloaded).toBeGreaterThan(0);
  });
}
