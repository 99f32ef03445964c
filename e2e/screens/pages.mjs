// @ts-check
/** Every page of the console, as the person who sees most of it. Missing pages of modules are an error. */
import fs from 'node:fs';
import { repositoryPath, remoteFolders } from '../../tools/steps.mjs';

/** @typedef {import('@playwright/test').Page} Page */

/**
 * @typedef {object} Screen
 * @property {string} name of its picture
 * @property {string} shows one line for the list of pictures
 * @property {string} [person] nobody is signed in where absent
 * @property {string} path
 * @property {string} [route] path of the declared route that this is the picture of
 * @property {string} ready selector of an element that the complete page has
 * @property {boolean} [isDeskOnly] where a phone has another layout for what it shows
 * @property {(page: Page) => Promise<void>} [before] runs before the page is opened
 * @property {(page: Page) => Promise<void>} [open] runs before the picture is taken
 */

export const owner = 'owner@bright-smiles.example';
export const superadmin = 'superadmin@console.example';
export const internal = 'internal@console.example';

/** The hours: a grid at the desk, a list on a phone. */
export const hoursReady = '[role="grid"], main li';

/** @type {readonly Screen[]} */
export const pages = [
  { name: 'sign-in', shows: 'Sign in', path: '/', ready: 'form button' },
  {
    name: 'choose-practice',
    shows: 'The choice of a practice, for people with all of them',
    person: superadmin,
    path: '/',
    ready: '[role="option"]',
  },
  {
    name: 'overview',
    shows: 'The overview of a practice, after sign-in',
    person: owner,
    path: '/settings/1/overview',
    ready: '[aria-label="Needs attention"] li a',
  },
  {
    name: 'internal-overview',
    shows: 'The overview of all practices, for internal staff',
    person: internal,
    path: '/internal/overview',
    ready: '[aria-label="Needs attention"] li a',
  },
  {
    name: 'command-palette',
    shows: 'The command palette',
    person: owner,
    path: '/settings/1/overview',
    ready: '[aria-label="Needs attention"] li a',
    open: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('ho');
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'weekly-hours',
    shows: 'Office and provider hours',
    person: owner,
    route: '/settings/:practice/practice/provider-hours',
    path: '/settings/1/practice/provider-hours',
    ready: hoursReady,
  },
  {
    name: 'hours-worked',
    shows: 'Hours worked, last week',
    person: owner,
    route: '/settings/:practice/practice/provider-hours-worked',
    path: '/settings/1/practice/provider-hours-worked?range=week&offset=-1',
    ready: hoursReady,
  },
  {
    name: 'practice-settings',
    shows: 'Practice settings, with the services of the sync agent',
    person: 'taskadmin@console.example',
    route: '/settings/:practice/practice/general',
    path: '/settings/2/practice/general',
    ready: '[role="switch"]',
  },
  {
    name: 'administrator-settings',
    shows: 'Practice settings as super admins see them',
    person: superadmin,
    path: '/settings/1/practice/general',
    ready: '[role="switch"]',
  },
  {
    name: 'activity',
    shows: 'What people, jobs and staff have changed at a practice',
    person: owner,
    route: '/settings/:practice/activity',
    path: '/settings/1/activity',
    ready: 'main ul li',
  },
  {
    name: 'members',
    shows: 'Members of a practice with their roles and rights',
    person: owner,
    route: '/settings/:practice/practice/members',
    path: '/settings/1/practice/members',
    ready: 'tbody tr[data-row], main li',
  },
  {
    name: 'communication',
    shows: 'Communication settings',
    person: owner,
    route: '/settings/:practice/communication/settings',
    path: '/settings/1/communication/settings',
    ready: '[type="checkbox"]',
  },
  {
    name: 'subscriptions',
    shows: 'Subscriptions, plans and bundles',
    person: owner,
    route: '/settings/:practice/subscriptions/plans',
    path: '/settings/1/subscriptions/plans',
    ready: 'article',
  },
  {
    name: 'payment-methods',
    shows: 'Cards of a practice’s customers',
    person: owner,
    route: '/settings/:practice/subscriptions/payment-methods',
    path: '/settings/1/subscriptions/payment-methods',
    ready: 'li svg[data-brand]',
  },
  {
    name: 'payment-history',
    shows: 'Invoices',
    person: owner,
    route: '/settings/:practice/subscriptions/payment-history',
    path: '/settings/1/subscriptions/payment-history',
    ready: '[role="row"] a, main li button',
  },
  {
    name: 'all-practices',
    shows: 'Bundles, features and flags of all practices',
    person: internal,
    route: '/internal/practices',
    path: '/internal/practices',
    ready: '[role="row"] [type="checkbox"], main li [type="checkbox"]',
  },
  {
    name: 'internal-activity',
    shows: 'What has changed at all practices',
    person: internal,
    route: '/internal/activity',
    path: '/internal/activity',
    ready: 'main ul li',
  },
  {
    name: 'practice-access',
    shows: 'Features and subscriptions of one practice',
    person: internal,
    route: '/internal/practices/:practice/subscriptions',
    path: '/internal/practices/1/subscriptions',
    ready: 'article',
  },
  {
    name: 'internal-payment-methods',
    shows: 'Cards of a practice’s customers, for internal staff',
    person: internal,
    route: '/internal/practices/:practice/payment-methods',
    path: '/internal/practices/1/payment-methods',
    ready: 'li svg[data-brand]',
  },
  {
    name: 'product-history',
    shows: 'How features and subscriptions changed',
    person: internal,
    route: '/internal/practices/:practice/history',
    path: '/internal/practices/1/history',
    ready: '[aria-expanded]',
  },
  {
    name: 'phone-numbers',
    shows: 'Phone numbers between voice accounts',
    person: internal,
    route: '/internal/practices/:practice/phone-numbers',
    path: '/internal/practices/1/phone-numbers',
    ready: '[role="row"], main li',
  },
  {
    name: 'module-health',
    shows: 'How modules do in browsers, with a canary',
    person: superadmin,
    route: '/internal/modules',
    path: '/internal/modules',
    ready: 'tbody tr, main li',
  },
];

/** Throws if a module declares a page without a screenshot. */
export function checkPages() {
  const taken = new Set(pages.map(({ route }) => route));
  for (const folder of remoteFolders()) {
    /** @type {import('shared-api/contracts').ModuleDeclaration} */
    const { name, routes } = JSON.parse(fs.readFileSync(`${folder}/module.json`, 'utf8'));
    const missing = routes.find(({ path }) => !taken.has(path));
    if (missing) throw new Error(`${name} declares ${missing.path}, which ${repositoryPath('e2e/screens')} leaves out`);
  }
}
