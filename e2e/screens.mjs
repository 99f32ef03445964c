// @ts-check
/** `npm run screens`: the pictures of docs/screens, taken anew from the demo. */
import { chromium } from '@playwright/test';
import { startConsole } from 'tools/console-process';
import {
  buildStale,
  command,
  compileServer,
  inRepository,
  installMissing,
  remoteFolders,
  say,
} from '../tools/steps.mjs';
import { chromiumOptions } from 'tools/test-system';

const screens = [
  {
    name: 'weekly-hours',
    person: 'owner@bright-smiles.example',
    path: '/settings/1/practice/provider-hours',
    ready: '[role="grid"]',
  },
  {
    name: 'hours-worked',
    person: 'owner@bright-smiles.example',
    path: '/settings/1/practice/provider-hours-worked?range=week&offset=-1',
    ready: '[role="grid"]',
  },
  {
    name: 'practice-settings',
    person: 'taskadmin@console.example',
    path: '/settings/2/practice/general',
    ready: '[role="switch"]',
  },
  {
    name: 'communication',
    person: 'owner@bright-smiles.example',
    path: '/settings/1/communication/settings',
    ready: '[type="checkbox"]',
  },
  {
    name: 'subscriptions',
    person: 'owner@bright-smiles.example',
    path: '/settings/1/subscriptions/plans',
    ready: 'article',
  },
  {
    name: 'payment-methods',
    person: 'owner@bright-smiles.example',
    path: '/settings/1/subscriptions/payment-methods',
    ready: 'li svg[data-brand]',
  },
  {
    name: 'payment-history',
    person: 'owner@bright-smiles.example',
    path: '/settings/1/subscriptions/payment-history',
    ready: 'tbody tr a',
  },
  {
    name: 'all-practices',
    person: 'internal@console.example',
    path: '/internal/practices',
    ready: 'tbody [type="checkbox"]',
  },
  {
    name: 'practice-access',
    person: 'internal@console.example',
    path: '/internal/practices/1/subscriptions',
    ready: 'article',
  },
  {
    name: 'product-history',
    person: 'internal@console.example',
    path: '/internal/practices/1/history',
    ready: '[aria-expanded]',
  },
  {
    name: 'phone-numbers',
    person: 'internal@console.example',
    path: '/internal/practices/1/phone-numbers',
    ready: 'tbody tr',
  },
];

await command(async () => {
  await installMissing();
  await compileServer();
  await buildStale(remoteFolders());
  const running = await startConsole({ sandbox: true });
  const browser = await chromium.launch(chromiumOptions());
  try {
    for (const { name, person, path, ready } of screens) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
      const page = await context.newPage();
      await page.request.post(`${running.url}/api/session/`, { data: { email: person, password: 'practice-console' } });
      await page.goto(running.url + path);
      await page.locator(ready).first().waitFor();
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
      await page.screenshot({ path: inRepository('docs', 'screens', `${name}.png`) });
      say(`docs/screens/${name}.png`);
      await context.close();
    }
  } finally {
    await browser.close();
    await running.dispose();
  }
});
