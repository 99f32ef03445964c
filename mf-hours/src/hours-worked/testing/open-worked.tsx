/** Opens the page like the shell, with a mock server that follows the contracts. */
import { beforeEach } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import type { Right } from 'shared-api/contracts';
import { type OpenPage, remotePages } from 'shared-ui/testing/pages';
import { setPhone } from '../../grid/testing/phone';
import * as lifecycles from '../../index';
import { HoursServer, people } from './hours-server';

const pages = remotePages(lifecycles);
export const { network: server, close: closeWorked, leaksOf } = pages;

/** A Friday; the week began on Sunday, November 15. */
export const TODAY = '2026-11-20';
const ROUTE = '/settings/:practice/practice/provider-hours-worked';

/** Starts the mock network for the tests of a file. After each test, closes the page and clears storage. */
export function withWorkedServer(): void {
  pages.around({
    after: () => {
      sessionStorage.clear();
      localStorage.clear();
    },
  });
  beforeEach(() => setPhone(false));
}

export function serveWorked(who = people): HoursServer {
  const hours = new HoursServer(who, TODAY);
  server.use(...hours.handlers());
  return hours;
}

export interface OpenWorked extends OpenPage {
  /** The query string of the URL. */
  search: () => string;
}

export interface OpenOptions {
  /** A practice that an earlier page of the test used; a new one by default. */
  practiceId?: number;
  search?: string;
  /** All rights by default. */
  rights?: readonly Right[];
  /** None by default. */
  featureFlags?: readonly string[];
  /** The operator's settings; the defaults of `module.json` by default. */
  settings?: Readonly<Record<string, number>>;
}

export async function openWorked(opening: OpenOptions = {}): Promise<OpenWorked> {
  const page = await pages.open({ route: ROUTE, ...opening });
  // The page loads as a separate chunk.
  await screen.findByRole('heading', { name: 'Provider hours worked' });
  return { ...page, search: () => page.props.location().search };
}

/** Opens the page and waits for its hours. */
export async function openGrid(opening: OpenOptions = {}): Promise<OpenWorked> {
  const page = await openWorked(opening);
  await screen.findByRole('grid');
  return page;
}

/** Opens the page with the summary, which is closed initially. */
export async function openSummary(opening: OpenOptions = {}): Promise<OpenWorked> {
  const page = await openGrid(opening);
  await page.user.click(screen.getByRole('button', { name: 'Show the summary' }));
  return page;
}

export const KIM = 'Dr. Kim Osei';
export const MARIA = 'Maria Sandoval, RDH';
export const ANA = 'Dr. Ana Whitfield';

/** The cell of a provider, a day and a figure, by its accessible name: `cell(KIM, 'Mon Nov 16', 'worked')`. */
export function cell(name: string, day: string, figure: 'available' | 'worked'): HTMLElement {
  // `hidden` skips the slow check whether each cell is hidden. No cell is.
  return screen.getByRole('gridcell', {
    hidden: true,
    name: (label) => label.startsWith(`${name}, ${day}, ${figure}: `),
  });
}

/** The part of a cell's accessible name after the colon: `8.00, Original 7.50`. */
export const announcement = (of: HTMLElement): string => of.getAttribute('aria-label')?.replace(/^.*?: /, '') ?? '';

/** Moves to a cell with the pointer. */
export async function goTo(page: OpenWorked, ...of: Parameters<typeof cell>): Promise<HTMLElement> {
  const found = cell(...of);
  await page.user.pointer({ keys: '[MouseLeft]', target: found });
  return found;
}

export function paste(text: string): void {
  const target = document.activeElement ?? document.body;
  fireEvent.paste(target, { clipboardData: { getData: () => text } });
}

/** The text that copying puts on the clipboard. */
export function copied(): string {
  let text = '';
  const setData = (_: string, data: string): void => {
    text = data;
  };
  fireEvent.copy(document.activeElement ?? document.body, { clipboardData: { setData } });
  return text;
}

/** The save button in the page header. The save reminder has another one. */
export function saveButton(): HTMLElement {
  const [first] = screen.getAllByRole('button', { name: 'Save Changes' });
  if (!first) throw new Error('There is no save button');
  return first;
}
