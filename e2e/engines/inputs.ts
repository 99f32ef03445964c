/**
 * Types valid and invalid texts into every kind of input, and compares displayed with saved values. Runs on a console
 * with production headers, because a page policy can break an input's library.
 */
import { expect } from '@playwright/test';
import type { Person } from '../support/test';
import type { EngineWindow, KeyName } from './engine';
import { named } from './find';

/** Marks an input that shows an error for its text. */
const WRONG = 'wrong';

const steps = ['typed', 'replaced', 'deleted', 'pasted', 'mistyped'] as const;
type Step = (typeof steps)[number];

interface Input {
  kind: string;
  /** Selector and name of the clicked element. */
  control: readonly [selector: string, name: string];
  /** A part of the element that is clicked instead. */
  part?: string;
  /** Gets focus without a click, which would change it or open a list. */
  focused?: true;
  /** The key that opens it after the click. */
  opener?: 'F2';
  /** What `element` shows, as an expression. */
  shown: string;
  texts: Readonly<Record<Exclude<Step, 'deleted'>, string>>;
  /** The expected display after a step, or several alternatives; anything if absent. */
  results?: Readonly<Partial<Record<Step, string | readonly string[]>>>;
}

export interface Sheet {
  name: string;
  person: Person;
  path: string;
  /** Where the page stores the input. */
  keeps: 'saved' | 'in the address' | 'nowhere';
  inputs: readonly Input[];
}

const keys = { typed: ' ', replaced: 'x ', pasted: ' ', mistyped: 'x<&' };

export const sheets: readonly Sheet[] = [
  // Visited before any practice, because the last practice would be reopened.
  {
    name: 'choice of a practice',
    person: 'superadmin',
    path: '/',
    keeps: 'nowhere',
    inputs: [
      {
        kind: 'autocomplete',
        control: ['[role=combobox]', 'Search practices'],
        shown: 'element.value',
        texts: { typed: 'Bright', replaced: 'Lake', pasted: 'Harbor', mistyped: '<&é' },
        results: { typed: 'Bright', replaced: 'Lake', deleted: '', pasted: 'Harbor', mistyped: 'Harbor<&é' },
      },
    ],
  },
  {
    name: 'settings',
    person: 'superadmin',
    path: '/settings/4/practice/general',
    keeps: 'saved',
    inputs: [
      {
        kind: 'text',
        control: ['input', 'Practice name'],
        shown: 'element.value',
        texts: { typed: 'Smile & Co <A>', replaced: 'Harbor "B"', pasted: 'Harbor C', mistyped: '<&é' },
        results: {
          typed: 'Smile & Co <A>',
          replaced: 'Harbor "B"',
          deleted: WRONG,
          pasted: 'Harbor C',
          mistyped: 'Harbor C<&é',
        },
      },
      {
        kind: 'number',
        control: ['input', 'Limit of phone numbers'],
        shown: 'element.value',
        texts: { typed: '12', replaced: '7', pasted: '34', mistyped: 'e<-' },
        // Some engines accept no letters, others those of an exponent.
        results: { typed: '12', replaced: '7', deleted: WRONG, pasted: '34', mistyped: ['34', WRONG] },
      },
      {
        kind: 'date',
        control: ['[role=group]', 'Account expiration date'],
        part: '[role=spinbutton]',
        shown: "element.textContent.replace(/\\u200b/g, '')",
        texts: { typed: '01312026', replaced: '1/5/2027', pasted: '3/4/2026', mistyped: 'x<&é' },
        results: {
          typed: '01/31/2026',
          replaced: '01/05/2027',
          deleted: 'MM/DD/YYYY',
          pasted: '03/04/2026',
          mistyped: '03/04/2026',
        },
      },
      {
        kind: 'part of a date',
        control: ['[role=group]', 'Snapshot expiration date'],
        part: '[role=spinbutton]',
        shown: "element.textContent.replace(/\\u200b/g, '')",
        texts: { typed: '02/29/2027', replaced: '02282027', pasted: 'tomorrow', mistyped: '12' },
        results: { typed: WRONG, replaced: '02/28/2027', deleted: 'MM/DD/YYYY', pasted: 'MM/DD/YYYY', mistyped: WRONG },
      },
      {
        kind: 'select',
        control: ['select', 'Phone call notification source'],
        focused: true,
        shown: 'element.selectedOptions[0].text',
        texts: { typed: 'a', replaced: 'u', pasted: 'p', mistyped: '<' },
      },
      {
        kind: 'switch',
        control: ['[role=switch]', 'Pediatric practice'],
        focused: true,
        shown: 'String(element.checked)',
        texts: keys,
      },
    ],
  },
  {
    name: 'opt-out overrides',
    person: 'superadmin',
    path: '/settings/4/communication/settings',
    keeps: 'saved',
    inputs: [
      {
        kind: 'checkbox',
        control: ['[type=checkbox]', 'Appointment reminders, Email Settings'],
        focused: true,
        shown: 'String(element.checked)',
        texts: keys,
      },
    ],
  },
  {
    name: 'search of settings',
    person: 'superadmin',
    path: '/settings/4/practice/general',
    keeps: 'in the address',
    inputs: [
      {
        kind: 'search',
        control: ['[type=search]', 'Search settings'],
        shown: 'element.value',
        texts: { typed: 'baseline', replaced: 'phone', pasted: 'date', mistyped: '<&é' },
        results: { typed: 'baseline', replaced: 'phone', deleted: '', pasted: 'date', mistyped: 'date<&é' },
      },
    ],
  },
  {
    name: 'features',
    person: 'superadmin',
    path: '/internal/practices/4/subscriptions',
    keeps: 'saved',
    inputs: [
      {
        kind: 'multi-select',
        control: ['[role=combobox]', 'Features'],
        // Also the search, which is empty once the input is left.
        shown: `[element.value, ...[...element.closest('.MuiAutocomplete-root').querySelectorAll('li')]
          .filter((item) => !item.textContent.includes('(removed)'))
          .map((item) => item.querySelector('[data-name]').textContent)].join('|')`,
        texts: { typed: 'a', replaced: 'b', pasted: 'c', mistyped: '<&é' },
      },
    ],
  },
  {
    name: 'weekly hours',
    person: 'owner',
    path: '/settings/1/practice/provider-hours',
    keeps: 'saved',
    inputs: [
      {
        kind: 'time, in an editor of the weekly hours',
        control: ['[role=gridcell]', 'Office, Friday:…'],
        shown: "/: (.*?) to /.exec(element.querySelector('[data-said]').textContent)?.[1] ?? 'none'",
        texts: { typed: '730', replaced: '9:15a', pasted: '8:30 AM', mistyped: 'x<&' },
        results: { typed: '7:30 AM', replaced: '9:15 AM', deleted: WRONG, pasted: '8:30 AM', mistyped: WRONG },
      },
    ],
  },
  {
    name: 'hours worked',
    person: 'owner',
    path: '/settings/1/practice/provider-hours-worked?range=week&offset=-1',
    keeps: 'saved',
    inputs: [
      {
        kind: 'number, in an editor of the hours worked',
        control: ['[role=gridcell]', 'Grace Lindgren, Mon…'],
        opener: 'F2',
        shown: 'element.textContent',
        texts: { typed: '3.5', replaced: '4', pasted: '5,5', mistyped: 'x<&' },
        results: { typed: '3.50', replaced: '4.00', deleted: '0.00', pasted: '5.50', mistyped: WRONG },
      },
    ],
  },
];

/** Copies text to the clipboard, as a person does. */
async function copy(window: EngineWindow, text: string): Promise<void> {
  await window.evaluate(`(() => {
    const area = document.body.appendChild(document.createElement('textarea'));
    area.id = 'copied';
    area.value = ${JSON.stringify(text)};
    area.select();
    return true;
  })()`);
  await window.pressWithControl('c');
  await window.evaluate(`(() => { document.getElementById('copied').remove(); return true; })()`);
}

async function enter(window: EngineWindow, input: Input, step: Step, texts = input.texts): Promise<void> {
  if (step === 'pasted') await copy(window, texts.pasted);
  const xpath = await named(window, ...input.control);
  if (input.focused) await window.evaluate(`(document.querySelector('[data-engine-target]').focus(), true)`);
  else await window.click(input.part === undefined ? xpath : `${xpath}//*[@role='spinbutton']`);
  if (input.opener) await window.press(input.opener);
  if (step !== 'mistyped') await window.pressWithControl('a');
  if (step === 'deleted') await window.press('Backspace');
  else if (step === 'pasted') await window.pressWithControl('v');
  else await window.type(texts[step]);
  await window.press('Tab');
}

/** What an input shows: `WRONG` if it has a message of its own. */
async function read(window: EngineWindow, input: Input): Promise<string> {
  await named(window, ...input.control);
  return window.evaluate<string>(`((element) => {
    const invalid = [element, ...element.querySelectorAll('*')].find((one) => one.matches('[aria-invalid=true]'));
    const ids = (invalid?.getAttribute('aria-describedby') ?? '').split(' ').filter((id) => id !== '');
    const message = [invalid?.getAttribute('aria-label') ?? '', ...ids.map((id) => document.getElementById(id).textContent)];
    return message.some((text) => text.trim() !== '') ? ${JSON.stringify(WRONG)} : ${input.shown};
  })(document.querySelector('[data-engine-target]'))`);
}

/** Saves the page's unsaved changes. */
async function save(window: EngineWindow): Promise<void> {
  const isClean = () => window.evaluate<boolean>(`document.querySelector('[data-floating-bar]') === null`);
  if (await isClean()) return;
  await window.click(await named(window, '[data-floating-bar] button', 'Save Changes'));
  // Some changes ask for confirmation first.
  const isAsked = () => window.evaluate<boolean>(`document.querySelector('[role=alertdialog]') !== null`);
  await expect.poll(async () => (await isClean()) || (await isAsked()), { message: 'saved, or asked' }).toBe(true);
  // The confirmation is the last button before the one that closes the dialog.
  if (await isAsked()) await window.click(`(//*[@role='alertdialog']//button[not(@aria-label='Close')])[last()]`);
  await expect.poll(isClean, { message: 'everything is saved' }).toBe(true);
}

/** Enters right and wrong texts into the inputs of a page that is open. After each step, a reload shows the same. */
export async function enterEverything(window: EngineWindow, sheet: Sheet): Promise<void> {
  for (const step of steps) {
    for (const input of sheet.inputs) {
      const message = `${input.kind}: ${step}`;
      await enter(window, input, step);
      const accepted = [input.results?.[step] ?? []].flat();
      const outcome = async (): Promise<string | readonly string[]> => {
        const shown = await read(window, input);
        return accepted.length === 0 || accepted.includes(shown) ? accepted : shown;
      };
      await expect.poll(outcome, { message }).toEqual(accepted);
      // Invalid input can't be saved, so it is corrected.
      if ((await read(window, input)) === WRONG)
        await enter(window, input, 'replaced', { ...input.texts, replaced: correctionOf(input) });
      expect(await read(window, input), `${message}, corrected`).not.toBe(WRONG);
    }
    const shown = async (): Promise<string[]> => {
      const found: string[] = [];
      for (const input of sheet.inputs) found.push(`${input.kind}: ${await read(window, input)}`);
      return found;
    };
    const before = await shown();
    if (sheet.keeps === 'nowhere') continue;
    if (sheet.keeps === 'saved') await save(window);
    await window.goto(await window.evaluate<string>('location.href'));
    await expect.poll(shown, { message: `${step}, after a reload` }).toEqual(before);
  }
}

/** A valid text for the input. */
const correctionOf = ({ texts, results }: Input): string => (results?.typed === WRONG ? texts.replaced : texts.typed);

interface TypedDate {
  /** Texts, keys, and keys with Control, over 01/31/2026 and from its month on. */
  entered: readonly (string | { press: KeyName } | { control: 'a' | 'z' })[];
  /** What is shown and saved. */
  shown: string;
  /** Why it can't be saved. */
  message?: string;
}

const [all, undo] = [{ control: 'a' }, { control: 'z' }] as const;
const [left, right] = [{ press: 'ArrowLeft' }, { press: 'ArrowRight' }] as const;

const typedDates: readonly TypedDate[] = [
  { entered: ['x', { press: 'Escape' }, all, '02152026'], shown: '02/15/2026' },
  { entered: ['1x', { press: 'Escape' }, all, '02152026'], shown: '02/15/2026' },
  { entered: ['1', all, '02152026'], shown: '02/15/2026' },
  { entered: ['1', right, left, '02152026'], shown: '02/15/2026' },
  { entered: [all, '02302026'], shown: '02/30/2026', message: 'February 2026 has no day 30: enter 01 to 28' },
  { entered: [right, '3', right, left, '1', right, '2027'], shown: '01/01/2027' },
  { entered: [right, '15', undo], shown: '01/15/2026' },
  { entered: ['05', undo], shown: '05/31/2026' },
  { entered: [all, '1/31'], shown: '01/31/YYYY', message: 'Enter the year' },
  { entered: [all, '12'], shown: '12/DD/YYYY', message: 'Enter the day and year' },
  { entered: [{ press: 'Backspace' }], shown: 'MM/31/2026', message: 'Enter the month' },
  { entered: [all, '02151899'], shown: '02/15/1899', message: 'Enter a year from 1900 to 2199' },
  { entered: ['0', right], shown: '00/31/2026', message: 'There’s no month 0: enter 01 to 12' },
];

const dateField = ['[role=group]', 'Account expiration date'] as const;

/** A practice page with a date field. */
export const datePage = { person: 'superadmin', path: '/settings/4/practice/general' } as const;

/** Types dates with corrections. Each is shown and saved or rejected as typed. */
export async function enterDates(window: EngineWindow): Promise<void> {
  const enterDate = async (entered: TypedDate['entered']): Promise<void> => {
    await window.click(`${await named(window, ...dateField)}//*[@role='spinbutton']`);
    for (const key of entered) {
      if (typeof key === 'string') await window.type(key);
      else if ('press' in key) await window.press(key.press);
      else await window.pressWithControl(key.control);
    }
    await window.press('Tab');
  };
  const read = async (): Promise<{ shown: string; message?: string }> => {
    await named(window, ...dateField);
    return window.evaluate(`((element) => {
      const shown = element.textContent.replace(/\\u200b/g, '');
      if (!element.matches('[aria-invalid=true]')) return { shown };
      return { shown, message: document.getElementById(element.getAttribute('aria-describedby').split(' ')[0]).textContent };
    })(document.querySelector('[data-engine-target]'))`);
  };
  for (const { entered, ...result } of typedDates) {
    const message = JSON.stringify(entered);
    await enterDate([all, '01312026']);
    await expect.poll(read).toEqual({ shown: '01/31/2026' });
    await enterDate(entered);
    await expect.poll(read, { message }).toEqual(result);
    if (result.message !== undefined) continue;
    await save(window);
    await window.goto(await window.evaluate<string>('location.href'));
    await expect.poll(read, { message: `${message}, after a reload` }).toEqual(result);
  }
}

const ADD_CARD = 'Add Payment Method for Bright Smiles Imaging';
const CARDS = '/settings/1/subscriptions/payment-methods';

/** The card form of the provider, which is a frame of another origin: keys reach it, and what it has shows once it's saved. */
export const cardForm = { person: 'owner', path: CARDS } as const;

/** Enters valid and invalid texts into the card form, and saves the final card. */
export async function enterCard(window: EngineWindow): Promise<void> {
  await named(window, 'button', ADD_CARD);
  await copy(window, '6011111111111117');
  await window.click(await named(window, 'button', ADD_CARD));
  await named(window, '[role=dialog] button:enabled', 'Add card…');
  const tabTo = async (selector: string): Promise<void> => {
    const isThere = () => window.evaluate<boolean>(`document.activeElement.matches(${JSON.stringify(selector)})`);
    const tab = async (): Promise<boolean> => {
      if (!(await isThere())) await window.press('Tab');
      return isThere();
    };
    await expect.poll(tab, { message: `Tab reaches ${selector}`, intervals: [200] }).toBe(true);
  };
  await tabTo('[role=dialog] [aria-label=Close]');
  await tabTo('[role=dialog] iframe');
  const replace = async (text: string): Promise<void> => {
    await window.pressWithControl('a');
    await window.type(text);
  };
  await window.type('x<&');
  await replace('4000000000000002');
  await replace('4242424242424242');
  await window.pressWithControl('a');
  await window.press('Backspace');
  await window.pressWithControl('v');
  await window.press('Tab');
  await replace('x<&1240');
  await window.press('Tab');
  await replace('x<&123');
  await window.press('Tab');
  await window.click(await named(window, '[role=dialog] button', 'Add card…'));
  await named(window, 'li', 'Discover ending 1117…');
}
