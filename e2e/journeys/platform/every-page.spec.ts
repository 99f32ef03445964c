/**
 * Every page that a module declares, and those of the shell: in light and dark, on a desktop, at 200% zoom, on a phone,
 * and with reduced motion. New routes are included automatically.
 */
import type { Page, Route } from '@playwright/test';
import { faultsInBothThemes } from '../../support/axe';
import { declaredPages } from '../../support/pages';
import { cutOff, moving, settled, SKELETONS } from '../../support/reading';
import { expect, type Person, test } from '../../support/test';

// With two device pixels per CSS pixel, a window of half the size equals 200% zoom.
test.use({ deviceScaleFactor: 2, contextOptions: { reducedMotion: 'reduce' } });

const views = [
  { view: 'on a desk', width: 1440, height: 900 },
  { view: 'at a zoom of 200 %', width: 720, height: 450 },
  { view: 'on a telephone', width: 390, height: 844 },
] as const;

interface Place {
  name: string;
  /** Nobody is signed in if absent. */
  person?: Person;
  path: string;
  /** The heading of the page. The shell shows it while the page loads, so the page must keep it. */
  heading?: string;
}

const places: readonly Place[] = [
  { name: 'sign-in', path: '/' },
  { name: 'the choice of a practice', person: 'superadmin', path: '/' },
  { name: 'a page that is not there', person: 'superadmin', path: '/nowhere' },
  { name: 'a page that is not installed', person: 'superadmin', path: '/settings/1/office/user-accounts' },
  ...declaredPages().map(({ title, path }) => ({
    name: `${title}, ${path(1)}`,
    person: 'superadmin' as const,
    path: path(1),
    heading: title,
  })),
];

async function look(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const { view, width, height } of views) {
    await page.setViewportSize({ width, height });
    await settled(page);
    const faults = [...(await cutOff(page)), ...(await faultsInBothThemes(page))];
    found.push(...faults.map((fault) => `${view}: ${fault}`));
  }
  return found;
}

for (const { name, person, path, heading } of places) {
  test(
    `shows ${name} without cut-off text, accessibility violations or blocked content`,
    { tag: '@verify' },
    async ({ page, sharedConsole, signIn }) => {
      if (person) await signIn(person, sharedConsole.url + path);
      else await page.goto(sharedConsole.url + path);
      if (heading !== undefined) {
        await settled(page);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      }
      expect(await look(page)).toEqual([]);
    },
  );
}

/** Calls of the app frame, without which there is no page. */
const ofFrame = /^\/api\/(session|modules|practices|navigation)\//;

for (const { module, title, path } of declaredPages()) {
  test(
    `shows ${title} of ${module} without accessibility violations while it loads, and when that fails`,
    { tag: '@verify' },
    async ({ page, sharedConsole, signIn }) => {
      const held: Route[] = [];
      let failing = false;
      const message = 'The server isn’t responding. Try again in a minute.';
      const fail = (route: Route): Promise<void> =>
        route.fulfill({ status: 500, json: { status: 'error', code: 'broken', message, error: message } });
      await page.route('**/api/**', async (route) => {
        if (ofFrame.test(new URL(route.request().url()).pathname)) await route.continue();
        else if (failing) await fail(route);
        else held.push(route);
      });
      await signIn('superadmin', sharedConsole.url + path(1));
      await expect(page.locator(`[data-module="${module}"]`).locator(SKELETONS).first()).toBeVisible();
      expect(await faultsInBothThemes(page)).toEqual([]);
      failing = true;
      for (const route of held) await fail(route);
      await expect(page.getByRole('main').getByRole('alert').first()).toBeVisible();
      expect(await faultsInBothThemes(page)).toEqual([]);
    },
  );
}

test('runs no animation while pages are loading', { tag: '@verify' }, async ({ page, sharedConsole, signIn }) => {
  await signIn('superadmin', sharedConsole.url);
  await settled(page);
  for (const { module, title, path } of declaredPages()) {
    const held: (() => Promise<void>)[] = [];
    let holding = true;
    await page.route('**/api/**', (route) => {
      if (!holding || ofFrame.test(new URL(route.request().url()).pathname)) return route.continue();
      held.push(() => route.continue());
      return undefined;
    });
    await page.goto(sharedConsole.url + path(1));
    // The module's skeletons. The shell shows the same kind before the module has loaded.
    const skeletons = page.locator(`[data-module="${module}"]`).locator(SKELETONS);
    await expect(skeletons.first(), `${module}, ${title}`).toBeVisible();
    expect(await moving(page), `${module}, ${title}`).toEqual([]);
    holding = false;
    for (const release of held) await release();
    await settled(page);
    await page.unroute('**/api/**');
  }
});
