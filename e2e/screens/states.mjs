// @ts-check
/** Pages in special states: dialogs, unsaved changes, empty lists, errors. These screenshots are not stored. */
import { hoursReady, internal, owner, superadmin } from './pages.mjs';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('./pages.mjs').Screen} Screen */

const hours = '/settings/1/practice/provider-hours';
const worked = '/settings/1/practice/provider-hours-worked?range=week&offset=-1';
const plans = '/settings/1/subscriptions/plans';
const access = '/internal/practices/1/subscriptions';

/** @param {Page} page @param {string | RegExp} name */
const press = (page, name) =>
  page
    .getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
    .first()
    .click();

/** @param {string} name @returns {(page: Page) => Promise<void>} */
const pressing = (name) => async (page) => {
  await press(page, name);
  await page.locator('[role=dialog]:visible, [role=alertdialog]:visible, [role=menu]:visible').first().waitFor();
};

/** @param {Page} page @param {string} menu @param {string} entry */
async function choose(page, menu, entry) {
  await press(page, menu);
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

/**
 * Makes requests fail, to show the error state of their page. @param {string} calls @returns {(page: Page) =>
 * Promise<void>}
 */
const failing = (calls) => (page) =>
  page.route(calls, (route) =>
    route.fulfill({ status: 503, json: { status: 'error', code: 'unavailable', message: 'Not now' } }),
  );

/** @type {readonly Omit<Screen, 'shows'>[]} */
export const states = [
  {
    name: 'frame-account',
    person: owner,
    path: hours,
    ready: hoursReady,
    async open(page) {
      const menu = page.getByRole('button', { name: 'Open the menu' });
      if (await menu.isVisible()) await menu.click();
      await press(page, /^Account of/);
    },
  },
  {
    name: 'frame-shortcuts',
    isDeskOnly: true,
    person: owner,
    path: hours,
    ready: hoursReady,
    open: (page) => page.keyboard.press('?'),
  },
  { name: 'frame-missing-page', person: owner, path: '/nowhere', ready: 'h1' },
  {
    name: 'frame-failed-module',
    person: owner,
    path: hours,
    ready: 'main button',
    before: (page) => page.route('**/modules/mf-hours/**', (route) => route.abort()),
  },
  {
    name: 'hours-changed',
    isDeskOnly: true,
    person: owner,
    path: hours,
    ready: hoursReady,
    async open(page) {
      await page.getByRole('gridcell', { name: /^Noah Walsh, Tuesday:/ }).click();
      await page.getByRole('textbox', { name: 'Noah Walsh, Tuesday, start' }).fill('9');
      await page.getByRole('textbox', { name: 'Noah Walsh, Tuesday, end' }).fill('8');
      await page.keyboard.press('Enter');
    },
  },
  {
    name: 'hours-copy-day',
    isDeskOnly: true,
    person: owner,
    path: hours,
    ready: hoursReady,
    open: pressing('Copy day…'),
  },
  {
    name: 'hours-keys',
    isDeskOnly: true,
    person: owner,
    path: hours,
    ready: hoursReady,
    open: pressing('Keyboard shortcuts'),
  },
  {
    name: 'hours-copy-week',
    isDeskOnly: true,
    person: owner,
    path: hours,
    ready: hoursReady,
    open: (page) => choose(page, 'Copy or revert: Office', 'Copy week to providers…'),
  },
  { name: 'hours-many', person: superadmin, path: '/settings/6/practice/provider-hours', ready: hoursReady },
  { name: 'hours-empty', person: superadmin, path: '/settings/5/practice/provider-hours', ready: 'h1' },
  { name: 'hours-failed', person: owner, path: hours, ready: '[role=alert]', before: failing('**/provider-hours/**') },
  {
    name: 'worked-changed',
    isDeskOnly: true,
    person: owner,
    path: '/settings/1/practice/provider-hours-worked?range=week&offset=-3',
    ready: hoursReady,
    async open(page) {
      await page.getByRole('gridcell', { name: /^Grace Lindgren, Mon[^:]*worked:/ }).click();
      await page.keyboard.type('30');
      await page.keyboard.press('Enter');
      await page.keyboard.type('4');
      await page.keyboard.press('Enter');
    },
  },
  {
    name: 'worked-export',
    isDeskOnly: true,
    person: owner,
    path: '/settings/1/practice/provider-hours-worked?range=week&offset=-3',
    ready: hoursReady,
    async open(page) {
      await page.getByRole('gridcell', { name: /^Grace Lindgren, Mon[^:]*worked:/ }).click();
      await page.keyboard.type('4');
      await page.keyboard.press('Enter');
      await pressing('CSV')(page);
    },
  },
  {
    name: 'worked-month',
    person: owner,
    path: '/settings/1/practice/provider-hours-worked?range=month',
    ready: hoursReady,
  },
  { name: 'worked-empty', person: superadmin, path: '/settings/5/practice/provider-hours-worked', ready: 'h1' },
  {
    name: 'worked-failed',
    person: owner,
    path: worked,
    ready: '[role=alert]',
    before: failing('**/provider-hours-worked/**'),
  },
  {
    name: 'settings-changed',
    person: superadmin,
    path: '/settings/1/practice/general',
    ready: '[role="switch"]',
    async open(page) {
      await press(page, 'Edit');
      await page.getByRole('spinbutton', { name: 'Limit of phone numbers' }).fill('-1');
      await page.getByRole('switch', { name: 'Pediatric practice' }).click();
    },
  },
  {
    name: 'settings-documentation',
    person: superadmin,
    path: '/settings/1/practice/general',
    ready: '[role="switch"]',
    open: pressing('Documentation'),
  },
  {
    name: 'settings-restart',
    person: 'taskadmin@console.example',
    path: '/settings/2/practice/general',
    ready: '[role="switch"]',
    open: pressing('Restart the database service'),
  },
  {
    name: 'settings-no-agent',
    person: 'staff@harbor.example',
    path: '/settings/3/practice/general',
    ready: '[role="switch"]',
  },
  {
    name: 'settings-failed',
    person: owner,
    path: '/settings/1/practice/general',
    ready: '[role=alert]',
    before: failing('**/api/*/settings/**'),
  },
  {
    name: 'communication-locked',
    person: 'staff@bright-smiles.example',
    path: '/settings/1/communication/settings',
    ready: '[type="checkbox"]',
  },
  {
    name: 'billing-add-features',
    person: owner,
    path: plans,
    ready: 'article',
    open: pressing('Add optional features to Core'),
  },
  {
    name: 'billing-cancel',
    person: superadmin,
    path: plans,
    ready: 'article',
    open: pressing('Cancel subscription Core'),
  },
  { name: 'billing-remove-item', person: owner, path: plans, ready: 'article', open: pressing('Remove Digital Forms') },
  {
    name: 'billing-trial',
    person: owner,
    path: plans,
    ready: 'article',
    open: pressing('Try 30 Days Free: Practice Analytics'),
  },
  {
    name: 'billing-new-subscription',
    person: superadmin,
    path: plans,
    ready: 'article',
    open: pressing('New Subscription'),
  },
  { name: 'billing-empty', person: superadmin, path: '/settings/9/subscriptions/plans', ready: 'h1' },
  {
    name: 'billing-failed',
    person: owner,
    path: plans,
    ready: '[role=alert]',
    before: failing('**/api/*/practice-features/**'),
  },
  {
    name: 'cards-add',
    person: owner,
    path: '/settings/1/subscriptions/payment-methods',
    ready: 'li svg[data-brand]',
    open: pressing('Add Payment Method for Bright Smiles Dental'),
  },
  {
    name: 'cards-remove',
    person: owner,
    path: '/settings/1/subscriptions/payment-methods',
    ready: 'li svg[data-brand]',
    open: pressing('Remove American Express ending 0005'),
  },
  { name: 'cards-empty', person: superadmin, path: '/settings/9/subscriptions/payment-methods', ready: 'h1' },
  { name: 'invoices-empty', person: superadmin, path: '/settings/9/subscriptions/payment-history', ready: 'h1' },
  {
    name: 'practices-edit',
    person: internal,
    path: '/internal/practices',
    ready: '[role="row"] [type="checkbox"], main li [type="checkbox"]',
    open: pressing('Edit Bright Smiles Dental'),
  },
  {
    name: 'practices-selected',
    person: internal,
    path: '/internal/practices?search=dental',
    ready: '[role="row"] [type="checkbox"], main li [type="checkbox"]',
    open: (page) => page.getByRole('checkbox', { name: /^Select the \d+ practices of this page$/ }).check(),
  },
  {
    name: 'practices-bulk',
    person: internal,
    path: '/internal/practices',
    ready: '[role="row"] [type="checkbox"], main li [type="checkbox"]',
    async open(page) {
      await page.getByRole('checkbox', { name: /^Select the \d+ practices of this page$/ }).check();
      await choose(page, 'Add…', 'Features');
    },
  },
  {
    name: 'practices-bulk-preview',
    person: internal,
    path: '/internal/practices',
    ready: '[role="row"] [type="checkbox"], main li [type="checkbox"]',
    async open(page) {
      await page.getByRole('checkbox', { name: /^Select the \d+ practices of this page$/ }).check();
      await choose(page, 'Add…', 'Features');
      await page.getByRole('dialog').getByRole('searchbox').fill('Data Export');
      await page.getByRole('checkbox', { name: 'Data Export' }).check();
      await press(page, 'Preview changes');
      await page.getByRole('button', { name: /^Change \d+ practices$/ }).waitFor();
    },
  },
  { name: 'practices-none', person: internal, path: '/internal/practices?search=zzzz', ready: 'h1' },
  {
    name: 'access-changed',
    person: internal,
    path: access,
    ready: 'article',
    async open(page) {
      await page.getByRole('list', { name: 'Bundles', exact: true }).getByRole('button').first().click();
    },
  },
  {
    name: 'access-save',
    person: internal,
    path: access,
    ready: 'article',
    async open(page) {
      await page.getByRole('list', { name: 'Bundles', exact: true }).getByRole('button').first().click();
      await pressing('Save Changes')(page);
    },
  },
  {
    name: 'access-attach',
    person: internal,
    path: access,
    ready: 'article',
    async open(page) {
      await press(page, 'Add Subscription');
      await page.getByRole('dialog').getByRole('searchbox').fill('Amber');
      await page.getByRole('region', { name: 'Amber Dental Alliance' }).waitFor();
    },
  },
  {
    name: 'access-remove',
    person: internal,
    path: access,
    ready: 'article',
    async open(page) {
      await press(page, 'Actions for Core');
      await page.getByRole('menuitem', { name: 'Remove' }).click();
    },
  },
  { name: 'access-empty', person: internal, path: '/internal/practices/9/subscriptions', ready: 'h1' },
  {
    name: 'history-open',
    person: internal,
    path: '/internal/practices/1/history',
    ready: '[aria-expanded]',
    open: (page) => page.locator('main [aria-expanded=false]').nth(1).click(),
  },
  { name: 'history-empty', person: internal, path: '/internal/practices/9/history?search=zzzz', ready: 'h1' },
  {
    name: 'phone-transfer',
    person: internal,
    path: '/internal/practices/1/phone-numbers',
    ready: '[role="row"], main li',
    open: pressing('Transfer +1 (312) 555-0100 to the organization account'),
  },
  { name: 'phone-none', person: internal, path: '/internal/practices/9/phone-numbers', ready: 'h1' },
  {
    name: 'modules-widen',
    person: superadmin,
    path: '/internal/modules',
    ready: 'tbody tr, main li',
    open: (page) => press(page, /[Ww]iden|percent|Promote/),
  },
];
