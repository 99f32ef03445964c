/** Subscriptions, trials, cards and invoices with the Stripe sandbox and its card form in the browser. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { startConsole } from 'tools/console-process';
import { faultsInBothThemes } from '../../support/axe';
import { expect, test } from '../../support/test';

const plans = (practiceId: number) => `/settings/${practiceId}/subscriptions/plans`;
const METHODS = '/settings/1/subscriptions/payment-methods';
const HISTORY = '/settings/1/subscriptions/payment-history';

const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog')).last();

/** Types a card into the provider's frame. */
async function typeCard(page: Page, number: string): Promise<void> {
  const form = page.frameLocator('iframe[title="Secure payment input frame"]');
  await form.getByLabel('Card number').fill(number);
  await form.getByLabel('Expiration date').fill('12 / 40');
  await form.getByLabel('Security code').fill('123');
}

test(
  'adds a feature for exactly the previewed price, then ends it with the paid period',
  { tag: ['@skew', '@verify'] },
  async ({ page, ownConsole, signIn }) => {
    await signIn('lakesideOwner', ownConsole.url + plans(2));
    const items = page.getByRole('list', { name: 'Items of Core' });
    await page.getByRole('button', { name: 'Add optional features to Core' }).click();
    await dialog(page)
      .getByRole('checkbox', { name: /^Digital Forms/ })
      .click();
    const add = dialog(page).getByRole('button', { name: /^Add 1 feature — \$[\d.]+ today$/ });
    const label = (await add.textContent()) ?? '';
    const price = /\$[\d.]+/.exec(label)?.[0] ?? 'no price';
    expect(await faultsInBothThemes(page)).toEqual([]);
    await add.click();
    await expect(page.getByText('Added Digital Forms').first()).toBeVisible();
    await expect(items.getByText('Digital Forms').first()).toBeVisible();
    await page.goto(`${ownConsole.url}/settings/2/subscriptions/payment-history`);
    await expect(page.getByRole('row').nth(1)).toContainText(price);

    await page.goto(ownConsole.url + plans(2));
    await page.getByRole('button', { name: 'Remove Digital Forms' }).click();
    await dialog(page).getByRole('button', { name: 'Remove Digital Forms' }).click();
    await expect(page.getByText('The item ends with the paid period').first()).toBeVisible();
    await expect(items.getByText(/^Ends: /)).toBeVisible();
  },
);

test(
  'asks for a card for a trial, sends it only to the provider, and cancels the trial',
  { tag: '@verify' },
  async ({ page, ownConsole, signIn }) => {
    const bodies: string[] = [];
    page.on('request', (request) => {
      if (request.url().startsWith(ownConsole.url)) bodies.push(request.postData() ?? '');
    });
    await signIn('owner', ownConsole.url + plans(1));
    await page.getByRole('button', { name: 'Try 30 Days Free: Practice Analytics' }).click();
    await dialog(page)
      .getByRole('radio', { name: /Bright Smiles Foundation/ })
      .check();
    await dialog(page).getByRole('button', { name: 'Continue' }).click();
    await typeCard(page, '4242 4242 4242 4242');
    await dialog(page).getByRole('button', { name: 'Add card' }).click();
    await dialog(page)
      .getByRole('checkbox', { name: /I agree/ })
      .check();
    await dialog(page).getByRole('button', { name: 'Start 30-Day Free Trial' }).click();
    await expect(page.getByText('Trial started').first()).toBeVisible();
    await expect(page.getByRole('button', { name: /Cancel Trial.*Practice Analytics/ })).toBeVisible();
    expect(bodies.join('\n')).not.toContain('4242424242424242');
    expect(bodies.join('\n')).not.toContain('4242 4242');

    await page.getByRole('button', { name: /Cancel Trial.*Practice Analytics/ }).click();
    await page.getByRole('button', { name: 'Cancel Trial', exact: true }).last().click();
    await expect(page.getByText('Trial canceled').first()).toBeVisible();
    await expect(page.getByText('1 of 2 trials left')).toBeVisible();
  },
);

test(
  'declines a card in the form, confirms another with the bank, and sets one as the default',
  { tag: ['@skew', '@verify'] },
  async ({ page, ownConsole, signIn }) => {
    await signIn('owner', ownConsole.url + METHODS);
    await page.getByRole('button', { name: 'Add Payment Method for Bright Smiles Dental' }).click();
    await typeCard(page, '4000 0000 0000 9995');
    await dialog(page).getByRole('button', { name: 'Add card' }).click();
    await expect(dialog(page).getByText('Your card has insufficient funds.').first()).toBeVisible();
    await typeCard(page, '4000 0025 0000 3155');
    await dialog(page).getByRole('button', { name: 'Add card' }).click();
    await page
      .frameLocator('iframe[title="Authentication by your bank"]')
      .getByRole('button', { name: 'Complete authentication' })
      .click();
    await expect(page.getByText('Payment method added').first()).toBeVisible();
    await expect(page.getByRole('listitem', { name: 'Visa ending 3155' })).toBeVisible();
    await page.getByRole('button', { name: 'Set as Default: Mastercard ending 4444' }).first().click();
    await expect(page.getByText('Mastercard ending 4444 is now the default').first()).toBeVisible();
  },
);

test(
  'keeps the icon of an external link on the line of its last word',
  { tag: '@verify' },
  async ({ page, ownConsole, signIn }) => {
    await signIn('owner', ownConsole.url + HISTORY);
    const link = page.getByRole('link', { name: /^View / }).first();
    const alone = await link.evaluate((element) => {
      const box = document.body.appendChild(document.createElement('div'));
      const copy = box.appendChild(element.cloneNode(true)) as HTMLElement;
      const range = document.createRange();
      const widths: number[] = [];
      const text = copy.firstChild as Node;
      for (const name of [text.textContent, 'in_1NabcdefghijkLmnopqrstuVwxyz0123456789']) {
        text.textContent = name;
        for (let width = 60; width <= 240; width += 2) {
          box.style.width = `${width}px`;
          range.selectNode(text);
          const word = [...range.getClientRects()].at(-1);
          const icon = copy.querySelector('svg')?.getBoundingClientRect();
          if (!word || !icon || icon.top >= word.bottom) widths.push(width);
        }
      }
      return widths;
    });
    expect(alone).toEqual([]);
  },
);

test(
  'shows the card form and the bank in our font and in the dark scheme',
  { tag: '@verify' },
  async ({ page, ownConsole, signIn }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await signIn('owner', ownConsole.url + METHODS);
    await page.getByRole('button', { name: 'Add Payment Method for Bright Smiles Foundation' }).click();
    await typeCard(page, '4000 0025 0000 3155');
    const bank = page.locator('iframe[title="Authentication by your bank"]');
    const frames = [page.locator('iframe[title="Secure payment input frame"]'), bank];
    for (const frame of frames) {
      if (frame === bank) await dialog(page).getByRole('button', { name: 'Add card' }).click();
      const body = frame.contentFrame().locator('body');
      await expect(body).toHaveCSS('color', 'rgb(232, 235, 240)');
      await expect
        .poll(() => body.evaluate(() => [...document.fonts].map(({ family, status }) => `${family} ${status}`)))
        .toEqual(['"Inter Variable" loaded']);
    }
    // A dark frame element around the light document would hide the page behind an opaque background.
    await expect(bank).toHaveCSS('color-scheme', 'light');
    await bank.contentFrame().getByRole('button', { name: 'Fail authentication' }).click();
    await expect(bank).toHaveCount(0);
  },
);

test(
  'keeps a card that a live subscription is charged to and shows the reason',
  { tag: '@verify' },
  async ({ page, ownConsole, signIn }) => {
    await signIn('lakesideOwner', `${ownConsole.url}/settings/2/subscriptions/payment-methods`);
    await page.getByRole('button', { name: 'Remove American Express ending 0005' }).click();
    await expect(page.getByText('Are you sure you want to delete this payment method?')).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Remove American Express ending 0005' }).click();
    await expect(page.getByText(/is charged to this card/).first()).toBeVisible();
  },
);

test('pays overdue invoices with a new card', async ({ page, ownConsole, signIn }) => {
  await signIn('owner', ownConsole.url + plans(1));
  await expect(
    page.getByText('One or more of your subscriptions has payment issues. Please update your payment method.'),
  ).toBeVisible();
  await page.goto(ownConsole.url + METHODS);
  await page.getByRole('button', { name: 'Add Payment Method for Bright Smiles Imaging' }).click();
  await typeCard(page, '5555 5555 5555 4444');
  await dialog(page)
    .getByRole('checkbox', { name: /Pay the overdue/ })
    .check();
  await dialog(page)
    .getByRole('button', { name: /Add card/ })
    .click();
  await expect(page.getByRole('listitem', { name: 'Mastercard ending 4444' }).last()).toBeVisible();
  await page.goto(ownConsole.url + plans(1));
  // The navigation still shows another customer's debt.
  const subscriptions = page.getByRole('region', { name: 'Current Subscriptions' });
  await expect(subscriptions.getByRole('article', { name: 'Phones' })).toBeVisible();
  await expect(subscriptions.getByText('Past due')).toHaveCount(0);
});

test(
  'pages through 120 invoices and opens a PDF',
  { tag: ['@skew', '@verify'] },
  async ({ page, ownConsole, signIn }) => {
    await signIn('manager', ownConsole.url + HISTORY);
    const more = page.getByRole('button', { name: 'Load More Invoices' });
    const all = page.getByText(/^All 1[2-9]\d invoices are shown\.$/);
    for (let shown = 25; !(await all.isVisible()); shown += 25) {
      await expect(page.getByText(`${shown} invoices shown`)).toBeVisible();
      await more.click();
      await expect(page.getByText(`${shown} invoices shown`)).toHaveCount(0);
    }
    const link = page.getByRole('link', { name: /^PDF of/ }).first();
    const address = (await link.getAttribute('href')) ?? '';
    const pdf = await fetch(address);
    expect(
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  },
);

test(
  'shows long customer names in full in the payment history',
  { tag: '@verify' },
  async ({ page, sharedConsole, signIn }) => {
    const name = 'Northern Lakes Family & Cosmetic Dentistry Associates of Greater Minnesota';
    await page.route('**/list_practice_invoices/**', async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { results: { customer_name: string }[] };
      for (const invoice of answer.results) invoice.customer_name = name;
      await route.fulfill({ response, json: answer });
    });
    await page.setViewportSize({ width: 1440, height: 900 });
    await signIn('superadmin', sharedConsole.url + HISTORY);
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const list = page.getByRole(width === 1440 ? 'grid' : 'list', { name: 'Payment History' });
      // A phone cuts off the name in a row, and shows it below the opened one.
      if (width === 390) await list.getByRole('button', { expanded: false }).first().click();
      const hidden = list
        .locator('div, p')
        .getByText(name)
        .first()
        .evaluate((element) => {
          const box = element.closest('div, p, li');
          return box && [box.scrollHeight - box.clientHeight, box.scrollWidth - box.clientWidth];
        });
      expect(await hidden, `at ${width} px`).toEqual([0, 0]);
    }
  },
);

test('creates a customer and starts a plan with a card that needs bank confirmation', async ({
  page,
  ownConsole,
  signIn,
}) => {
  const bank = page.frameLocator('iframe[title="Authentication by your bank"]');
  const approve = () => bank.getByRole('button', { name: 'Complete authentication' }).click();
  await signIn('owner', ownConsole.url + plans(4));
  await page.getByRole('button', { name: 'Subscribe: Core' }).click();
  await expect(dialog(page).getByText('No Customers Found')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Create Customer' }).first().click();
  await dialog(page).getByRole('button', { name: 'Create Customer' }).last().click();
  await dialog(page).getByRole('radio').first().check();
  await dialog(page).getByRole('button', { name: 'Continue' }).click();
  await typeCard(page, '4000 0027 6000 3184');
  await dialog(page).getByRole('button', { name: 'Add card' }).click();
  await approve();
  await dialog(page)
    .getByRole('checkbox', { name: /I agree/ })
    .check();
  await dialog(page)
    .getByRole('button', { name: /^Start Subscription — \$199\.00 today$/ })
    .click();
  await approve();
  await expect(page.getByText('Subscription started').first()).toBeVisible();
  await expect(page.getByRole('list', { name: 'Items of Core' })).toBeVisible();
});

test(
  "lets a super admin add a customer's card, start a plan and end it immediately",
  { tag: '@verify' },
  async ({ page, ownConsole, signIn }) => {
    await signIn('superadmin', ownConsole.url + plans(2));
    await page.getByRole('button', { name: 'New Subscription' }).click();
    const club = dialog(page).getByRole('radio', { name: /Lakeside Study Club/ });
    await expect(club).toBeDisabled();
    await dialog(page).getByRole('button', { name: 'Manage Payment Methods of Lakeside Study Club' }).click();
    await dialog(page)
      .getByRole('button', { name: /^Add Payment Method/ })
      .click();
    await typeCard(page, '4242 4242 4242 4242');
    await dialog(page).getByRole('button', { name: 'Add card' }).click();
    await expect(page.getByText('Payment method added').first()).toBeVisible();
    await page
      .getByRole('dialog', { name: /^Manage Payment Methods/ })
      .getByRole('button', { name: 'Close' })
      .last()
      .click();
    const fresh = page.getByRole('dialog', { name: 'Start New Subscription' });
    await fresh.getByRole('radio', { name: /Lakeside Study Club/ }).check();
    const plan = fresh.getByRole('combobox', { name: 'Plan' });
    const phones = await plan
      .getByRole('option', { name: /Phones.*month/i })
      .first()
      .textContent();
    await plan.selectOption({ label: phones ?? '' });
    await fresh.getByRole('button', { name: /^Start Subscription — \$179\.00 today$/ }).click();
    await expect(page.getByText('Subscription started').first()).toBeVisible();

    await page.getByRole('button', { name: 'Cancel subscription Phones' }).click();
    await dialog(page).getByRole('button', { name: 'Cancel Subscription' }).click();
    await expect(page.getByText('Subscription canceled').first()).toBeVisible();
  },
);

/** The content of all files in a folder and below, as text. */
function everythingIn(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
}

test(
  'shows the banner when a card fails a month later and hides it after a payment',
  { tag: '@verify' },
  async ({ page, signIn }) => {
    const later = await startConsole({ sandbox: true, environment: { LOG_LEVEL: 'trace' } });
    const requests: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(later.url)) return;
      requests.push(request.url(), JSON.stringify(request.headers()), request.postData() ?? '');
    });
    try {
      await signIn('superadmin', `${later.url}/settings/6/subscriptions/payment-methods`);
      await page.getByRole('button', { name: 'Add Payment Method for Summit Dental Group' }).click();
      await typeCard(page, '4000 0000 0000 0341');
      const makeDefault = dialog(page).getByRole('checkbox', { name: 'Make it the default card' });
      if (!(await makeDefault.isChecked())) await makeDefault.check();
      await dialog(page).getByRole('button', { name: 'Add card' }).click();
      await expect(page.getByText('Payment method added').first()).toBeVisible();
      const clock = await fetch(`${later.sandbox ?? ''}/control/stripe/clock`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ advance_seconds: 32 * 86_400 }),
      });
      expect(clock.status).toBe(200);

      const banner = page.getByText(
        'One or more of your subscriptions has payment issues. Please update your payment method.',
      );
      // Stripe reports the failed payment some time later.
      await expect(async () => {
        await page.goto(`${later.url}/settings/6/subscriptions/plans`);
        await expect(page.getByRole('list', { name: 'Items of Core' })).toBeVisible();
        await expect(banner).toBeVisible({ timeout: 4000 });
      }).toPass();
      await page.goto(`${later.url}/settings/6/subscriptions/payment-methods`);
      await page.getByRole('button', { name: 'Add Payment Method for Summit Dental Group' }).click();
      await typeCard(page, '5555 5555 5555 4444');
      await dialog(page)
        .getByRole('checkbox', { name: /Pay the overdue/ })
        .check();
      await dialog(page)
        .getByRole('button', { name: /Add card/ })
        .click();
      await expect(page.getByText(/Paid: /).first()).toBeVisible();
      await page.goto(`${later.url}/settings/6/subscriptions/plans`);
      await expect(page.getByRole('list', { name: 'Items of Core' })).toBeVisible();
      await expect(banner).toHaveCount(0);

      await test.step('keeps card data out of server requests, logs and files', async () => {
        const log = later.output();
        await later.stop();
        const places = { requests: requests.join('\n'), log, files: everythingIn(later.data) };
        // Makes sure that the searched texts are complete: the setup, the request, the card's last digits.
        expect(places.requests).toContain('setup_intent_id');
        expect(places.log).toContain('confirm_payment_method');
        expect(places.files).toContain('"last4":"0341"');
        const digits = Object.entries(places).map(([place, text]) => [place, text.replace(/[\s+]|%20/g, '')] as const);
        for (const number of ['4000000000000341', '5555555555554444']) {
          expect(digits.filter(([, text]) => text.includes(number)).map(([place]) => place)).toEqual([]);
        }
      });
    } finally {
      await later.dispose();
    }
  },
);
