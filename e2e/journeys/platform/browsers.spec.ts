/** Browsers with typical setups: extensions, a password manager, large text, reduced motion and forced colors. */
import type { Locator, Page } from '@playwright/test';
import { lostInForcedColors } from '../../support/forced-colors';
import { declaredPages } from '../../support/pages';
import { cutInside, cutOff, cutWords, moving, settled } from '../../support/reading';
import { emailOf, expect, PASSWORD, test } from '../../support/test';

/**
 * Simulates browser extensions such as writing aids and password managers: after each page change, adds elements after
 * each field and at the ends of the body, and attributes on existing elements.
 */
function insertNodes(): void {
  const mark = (element: Element): void => {
    if (element.hasAttribute('data-extension')) return;
    element.setAttribute('data-extension', 'seen');
    const own = document.createElement('extension-mark');
    own.attachShadow({ mode: 'closed' }).append('✎');
    element.after(own);
  };
  const look = (): void => {
    for (const field of document.querySelectorAll('input, textarea, [contenteditable=true]')) mark(field);
    if (document.body.querySelector(':scope > extension-frame')) return;
    document.body.prepend(document.createElement('extension-frame'));
    document.body.append(document.createElement('extension-frame'));
  };
  document.addEventListener('DOMContentLoaded', () => {
    document.documentElement.setAttribute('data-extension-theme', 'dark');
    look();
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  });
}

/** Fills a field like a password manager: sets the value at once with input events, without key presses. */
const fillIn = (page: Page, label: string, value: string) =>
  page.getByLabel(label, { exact: true }).evaluate((field, text) => {
    const input = field as HTMLInputElement;
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
    set?.call(input, text);
    for (const type of ['input', 'change']) input.dispatchEvent(new Event(type, { bubbles: true }));
  }, value);

test('signs in with a password manager', { tag: '@verify' }, async ({ page, sharedConsole }) => {
  await page.goto(sharedConsole.url);
  const email = page.getByLabel('Email', { exact: true });
  const password = page.getByLabel('Password', { exact: true });
  await expect(email).toHaveAttribute('autocomplete', /\busername\b/);
  await expect(password).toHaveAttribute('autocomplete', 'current-password');
  await fillIn(page, 'Email', emailOf('manager'));
  await fillIn(page, 'Password', PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('button', { name: /Account of|Open the menu/ })).toBeVisible();
});

test(
  'saves settings and hours while extensions insert nodes',
  { tag: '@verify' },
  async ({ page, ownConsole, signIn }) => {
    await page.addInitScript(insertNodes);
    await signIn('owner', `${ownConsole.url}/settings/1/practice/general`);
    await expect(page.locator('extension-mark').first()).toBeAttached();
    const setting = page
      .getByRole('region', { name: 'Open Dental Settings', exact: true })
      .getByRole('switch', { name: 'Include saved treatment plans' });
    const before = await setting.isChecked();
    await setting.click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Saved successfully!')).toBeVisible();
    await page.reload();
    await expect(setting).toBeChecked({ checked: !before });
    // Navigates between pages, so that modules unmount among the foreign nodes.
    for (const name of ['Office & provider hours', 'Provider hours worked', 'Payment methods', 'Members']) {
      await page.getByRole('navigation').getByRole('link', { name, exact: true }).first().click();
      await settled(page);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    }
  },
);

test('shows states and the focus in forced colors', { tag: '@verify' }, async ({ page, ownConsole, signIn }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await signIn('owner', `${ownConsole.url}/settings/1/practice/provider-hours-worked`);
  await settled(page);
  const cell = page.getByRole('grid').locator('[role=gridcell][data-cell]').first();
  await cell.click();
  // Shadows and backgrounds are gone, so the focus needs an outline.
  expect(await cell.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid');
  await page.keyboard.press('3');
  await page.keyboard.press('Enter');
  // A changed cell has a mark of a system color besides its background.
  const edited = page.locator('[data-edited]').first();
  const mark = await edited.evaluate((element) => getComputedStyle(element, '::after').backgroundColor);
  expect(mark).not.toBe('rgba(0, 0, 0, 0)');
});

test(
  'distinguishes checked and selected states in forced colors',
  { tag: '@verify' },
  async ({ page, ownConsole, signIn }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    const background = (element: Locator) => element.evaluate((one) => getComputedStyle(one).backgroundColor);
    await signIn('owner', `${ownConsole.url}/settings/1/practice/provider-hours-worked`);
    await settled(page);
    const chosen = page.getByRole('button', { pressed: true, name: 'Week', exact: true });
    expect(await background(chosen)).not.toBe(await background(page.locator('body')));
    await page.goto(`${ownConsole.url}/settings/1/practice/general`);
    await settled(page);
    const colors = async (isOn: boolean) => {
      const base = page.locator('.MuiSwitch-root').filter({ has: page.getByRole('switch', { checked: isOn }) });
      return [
        await background(base.locator('.MuiSwitch-thumb').first()),
        await background(base.locator('.MuiSwitch-track').first()),
      ];
    };
    const [on, off] = [await colors(true), await colors(false)];
    // The knob is visible on its track, and the track also shows the state.
    expect([on[0] === on[1], off[0] === off[1], on[1] === off[1]]).toEqual([false, false, false]);
    await page.goto(`${ownConsole.url}/settings/1/overview`);
    await settled(page);
    const attention = page.getByRole('region', { name: 'Needs attention' });
    const [primary, other] = [/^Pay \$69/, /^Update card/].map((name) => attention.getByRole('link', { name }));
    expect(await background(primary as Locator)).not.toBe(await background(other as Locator));
  },
);

test('shows marks and states in forced colors', { tag: '@verify' }, async ({ page, ownConsole, signIn }) => {
  const practice = `${ownConsole.url}/settings/1`;
  await signIn('owner', `${practice}/overview`);
  await settled(page);
  expect.soft(await lostInForcedColors(page), 'overview').toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('button', { name: 'Open the menu' })).toBeVisible();
  await settled(page);
  expect.soft(await lostInForcedColors(page), 'overview on a phone').toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${practice}/practice/general`);
  await settled(page);
  await page.getByRole('switch', { name: 'Include saved treatment plans' }).click();
  expect.soft(await lostInForcedColors(page), 'an unsaved value').toEqual([]);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved successfully!')).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible();
  expect.soft(await lostInForcedColors(page), 'search').toEqual([]);
  await page.keyboard.press('Escape');
  for (const path of ['practice/provider-hours-worked', 'practice/provider-hours', 'activity', 'subscriptions/plans']) {
    await page.goto(`${practice}/${path}`);
    await settled(page);
    expect.soft(await lostInForcedColors(page), path).toEqual([]);
  }
  await signIn('superadmin', `${ownConsole.url}/internal/practices`);
  await settled(page);
  expect(await lostInForcedColors(page), 'practices').toEqual([]);
});

/** Doubles font size and line height in boxes of unchanged size, like a browser's text zoom. */
function doubleText(): void {
  const texts = [...document.querySelectorAll<HTMLElement>('body *:not(svg *)')].map((element) => {
    const { fontSize, lineHeight } = getComputedStyle(element);
    return { style: element.style, size: parseFloat(fontSize), line: parseFloat(lineHeight) };
  });
  for (const { style, size, line } of texts) {
    style.setProperty('font-size', `${2 * size}px`, 'important');
    if (!Number.isNaN(line)) style.setProperty('line-height', `${2 * line}px`, 'important');
  }
}

test('shows all text at twice its size', { tag: '@verify' }, async ({ page, sharedConsole, signIn }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(sharedConsole.url);
  await expect(page.getByLabel('Email', { exact: true })).toBeVisible();
  await page.evaluate(doubleText);
  expect(await cutOff(page)).toEqual([]);
  await signIn('owner', sharedConsole.url);
  const paths = ['overview', 'practice/provider-hours', 'practice/provider-hours-worked', 'practice/general'];
  for (const path of [...paths, 'practice/members', 'subscriptions/plans', 'subscriptions/payment-methods']) {
    await page.goto(`${sharedConsole.url}/settings/1/${path}`);
    await settled(page);
    await page.evaluate(doubleText);
    expect(await cutOff(page), path).toEqual([]);
    // Its frame could be scrolled, but nobody would do that.
    const sidebar = page.getByRole('navigation', { name: 'Pages' });
    expect(
      await sidebar.evaluate((element) => (element.parentElement ?? element).scrollWidth),
      path,
    ).toBeLessThanOrEqual(await sidebar.evaluate((element) => (element.parentElement ?? element).clientWidth));
  }
});

test('shows all text at twice its size on a phone', { tag: '@verify' }, async ({ page, sharedConsole, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const expectUncut = async (url: string): Promise<void> => {
    await page.goto(url);
    await settled(page);
    await page.evaluate(doubleText);
    expect.soft(await cutOff(page), url).toEqual([]);
    expect.soft(await cutInside(page), url).toEqual([]);
  };
  const pages = declaredPages();
  await signIn('owner', sharedConsole.url);
  await expectUncut(`${sharedConsole.url}/settings/1/overview`);
  for (const { path } of pages.filter(({ audience }) => audience !== 'internal'))
    await expectUncut(sharedConsole.url + path(1));
  await signIn('superadmin', sharedConsole.url);
  for (const { path } of pages.filter(({ audience }) => audience === 'internal'))
    await expectUncut(sharedConsole.url + path(1));
});

test(
  'neither breaks nor cuts words of the hours at twice their size',
  { tag: '@verify' },
  async ({ page, sharedConsole, signIn }) => {
    await signIn('owner', sharedConsole.url);
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      for (const path of ['practice/provider-hours', 'practice/provider-hours-worked']) {
        await page.goto(`${sharedConsole.url}/settings/1/${path}`);
        await settled(page);
        await page.evaluate(doubleText);
        await expect.poll(() => cutWords(page.getByRole('main')), `${path} at ${width} px`).toEqual([]);
      }
    }
  },
);

test(
  'shows the texts of buttons and fields at twice their size',
  { tag: '@verify' },
  async ({ page, ownConsole, signIn }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await signIn('owner', `${ownConsole.url}/settings/1/subscriptions/payment-methods`);
    await settled(page);
    // The longest name of a card.
    await page.getByRole('button', { name: /^Remove American Express/ }).click();
    await expect(page.getByRole('alertdialog').or(page.getByRole('dialog'))).toBeVisible();
    await page.evaluate(doubleText);
    expect.soft(await cutInside(page)).toEqual([]);
    await signIn('superadmin', `${ownConsole.url}/internal/practices`);
    await settled(page);
    await page.evaluate(doubleText);
    await expect.poll(() => cutInside(page)).toEqual([]);
  },
);

test('runs no animation with reduced motion', { tag: '@verify' }, async ({ page, sharedConsole, signIn }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn('owner', `${sharedConsole.url}/settings/1/practice/members`);
  await settled(page);
  /** Animations that run longer than a blink, one frame after they started. */
  const moves = async (): Promise<string[]> => {
    await page.evaluate(() => new Promise(requestAnimationFrame));
    return moving(page);
  };
  await page.getByRole('button', { name: 'Add member' }).click();
  expect(await moves()).toEqual([]);
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  expect(await moves()).toEqual([]);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page
    .getByRole('button', { name: /^More for / })
    .first()
    .click();
  expect(await moves()).toEqual([]);
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search or jump to' });
  await expect(palette).toBeVisible();
  expect(await moves()).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(palette).toHaveCount(0);
  await page.getByRole('navigation').getByRole('link', { name: 'Payment methods', exact: true }).click();
  expect(await moves()).toEqual([]);
  await settled(page);
  await page
    .getByRole('button', { name: /^Set as Default: / })
    .first()
    .hover();
  expect(await moves()).toEqual([]);
});
