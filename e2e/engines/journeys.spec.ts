/** The main journeys with realistic user input. */
import { emailOf, PASSWORD } from '../support/test';
import type { EngineWindow } from './engine';
import { expectText, named } from './find';
import { expect, test } from './test';

const click = async (window: EngineWindow, selector: string, name: string) =>
  window.click(await named(window, selector, name));
const fill = async (window: EngineWindow, name: string, text: string) =>
  window.fill(await named(window, 'input', name), text);
const exists = (window: EngineWindow, selector: string) =>
  expect
    .poll(() => window.evaluate<boolean>(`document.querySelector(${JSON.stringify(selector)}) !== null`), {
      message: selector,
    })
    .toBe(true);

test('signs in with the form after a wrong password', async ({ window, console }) => {
  await window.goto(`${console.url}/settings/1/practice/general`);
  await fill(window, 'Email', emailOf('manager'));
  await fill(window, 'Password', 'not the password');
  await click(window, 'button', 'Sign in');
  await exists(window, '[role=alert]');
  await fill(window, 'Password', PASSWORD);
  await click(window, 'button', 'Sign in');
  await expectText(window, 'Open Dental Settings');
});

test('saves a setting and shows it after a reload', async ({ window, console, signIn }) => {
  const path = '/settings/1/practice/general';
  const setting = ['[role=switch]', 'Include saved treatment plans'] as const;
  await signIn('manager', path);
  const checked = async (): Promise<boolean> => {
    await named(window, ...setting);
    return window.evaluate<boolean>(`document.querySelector('[data-engine-target]').checked`);
  };
  const before = await checked();
  // The box itself has no size: a person clicks its label.
  await window.click(`//label[contains(., 'Include saved treatment plans')]`);
  expect(await checked()).toBe(!before);
  await click(window, 'button', 'Save Changes');
  await expectText(window, 'Settings saved successfully');
  await window.goto(console.url + path);
  expect(await checked()).toBe(!before);
});

test('saves hours and shows them after a reload', async ({ window, console, signIn }) => {
  const path = '/settings/1/practice/provider-hours';
  await signIn('owner', path);
  await click(window, '[role=gridcell]', 'Office, Friday:…');
  await fill(window, 'Office, Friday, end', '3');
  await click(window, 'button', 'Save Changes');
  await expectText(window, 'Provider hours saved successfully');
  await window.goto(console.url + path);
  await named(window, '[role=gridcell]', 'Office, Friday: 8:00 AM to 3:00 PM…');
});

test('jumps to a page with the palette', async ({ window, signIn }) => {
  await signIn('owner', '/settings/1/overview');
  await expectText(window, 'Needs attention');
  await window.pressWithControl('k');
  await exists(window, '[role=combobox]:focus');
  await window.type('hours worked');
  await window.click(`//*[@role='option' and contains(., 'ours worked')]`);
  await expect
    .poll(() => window.evaluate<string>('location.pathname'))
    .toBe('/settings/1/practice/provider-hours-worked');
  await exists(window, '[role=grid]');
});

test('moves a phone number', async ({ window, signIn }) => {
  await signIn('internal', '/internal/practices/1/phone-numbers');
  await click(window, 'button', 'Transfer +1 (312) 555-0101 to the organization account');
  await expectText(window, 'Are you sure?');
  await click(window, 'button', 'Transfer');
  await named(window, 'button', 'Transfer +1 (312) 555-0101 to the practice account');
});
