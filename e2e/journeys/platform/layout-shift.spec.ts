/**
 * Nothing moves while a page loads, because skeletons have the size of the content. Responses are delayed one after the
 * other, so that each state is visible for a while, and Chromium reports layout shifts.
 */
import type { Page } from '@playwright/test';
import { callerFor } from '../../support/ask';
import { declaredPages } from '../../support/pages';
import { settled } from '../../support/reading';
import { expectNoShifts, watchShifts } from '../../support/shifts';
import { expect, test } from '../../support/test';

/** Delay of the first response in milliseconds, and the additional delay of each next one. */
const FIRST_WAITS = 400;
const NEXT_WAITS = 150;

const views = [
  { view: 'on a desk', width: 1440, height: 900 },
  { view: 'on a telephone', width: 390, height: 844 },
] as const;

async function answerLate(page: Page): Promise<void> {
  let calls = 0;
  await page.route('**/api/**', async (route) => {
    const wait = FIRST_WAITS + NEXT_WAITS * (calls % 6);
    calls += 1;
    await new Promise((resolve) => setTimeout(resolve, wait));
    await route.continue().catch(() => undefined);
  });
}

for (const { view, width, height } of views) {
  for (const { module, title, path } of declaredPages()) {
    test(
      `shows ${title} of ${module} without a layout shift ${view}`,
      { tag: '@verify' },
      async ({ page, sharedConsole, signIn }) => {
        await page.setViewportSize({ width, height });
        await signIn('superadmin', sharedConsole.url);
        await settled(page);
        await watchShifts(page);
        await answerLate(page);
        await page.goto(sharedConsole.url + path(1));
        await settled(page);
        await expectNoShifts(page);
      },
    );
  }
}

test(
  'shows Provider hours worked without a layout shift with beta reports and with a closed summary',
  { tag: '@verify' },
  async ({ page, ownConsole, signIn }) => {
    const staff = await callerFor(ownConsole.url, 'internal');
    const flags = { features: ['beta_reports'] };
    expect((await staff('PUT', '/api/1/features/update_practice_feature_flags/', flags)).status).toBe(200);
    await page.setViewportSize({ width: 1440, height: 900 });
    await signIn('owner', ownConsole.url);
    await settled(page);
    await watchShifts(page);
    await answerLate(page);
    // Days that are over have a row for each day of the week.
    const hours = `${ownConsole.url}/settings/1/practice/provider-hours-worked?offset=-1`;
    await page.goto(hours);
    await settled(page);
    await expectNoShifts(page);
    await page.getByRole('button', { name: 'Show the summary' }).click();
    await page.goto(hours);
    await settled(page);
    await expect(page.getByRole('table', { name: 'Utilization by day of the week' })).toBeVisible();
    await expectNoShifts(page);
  },
);
