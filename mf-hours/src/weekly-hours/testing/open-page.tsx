/** Opens the page like the shell, with a mock server that follows the contracts. */
import { screen, within } from '@testing-library/react';
import type { RemoteProps } from 'shared-api';
import { answer, type HandledRequest, errorReply, reply } from 'shared-api/testing';
import {
  type Day,
  dayNames,
  listSchedules,
  readWeeklyHours,
  type Right,
  saveWeeklyHours,
  type TimePart,
  type WeeklyHoursRecord,
} from 'shared-api/contracts';
import { type OpenPage, remotePages } from 'shared-ui/testing/pages';
import * as lifecycles from '../../index';
import { messages } from '../../messages';
import { aWeek } from './builders';

type Save = HandledRequest<typeof saveWeeklyHours>;

/** A mock server with one versioned list of hours. It stores saves and records requests. */
export interface HoursServer {
  rows: WeeklyHoursRecord[];
  version: number;
  saves: Save[];
  reads: number;
  /** Fields that others changed, with the version of their save. */
  changes: { version: number; field: string }[];
}

export type { OpenPage } from 'shared-ui/testing/pages';

const pages = remotePages(lifecycles);
/** The mock network of the tests, and the function that closes the page. */
export const { network: server, close: closePage, leaksOf } = pages;

export function withServer(): void {
  pages.around({ after: () => sessionStorage.clear() });
}

const bySam = { changed_by: 'Sam Staff', changed_at: Date.UTC(2026, 10, 20, 15, 42) / 1000 };

/** The ETag: the version of the saves, and the number of rows. */
const etagOf = ({ version, rows }: HoursServer): string => `"${version}.${rows.length}"`;

const changesSince = ({ changes }: HoursServer, since: number) =>
  changes.filter(({ version }) => version > since).map(({ field }) => ({ field, ...bySam }));

/** Only the initial schedule, without planned ones. */
export const noPlans = {
  schedules: [{ valid_from: null, valid_to: null, in_effect: true, created_by: null, created_at: null }],
  today: '2026-11-20',
  start_bounds: { start: '2026-11-08', end: '2028-12-31' },
  exception_bounds: { start: '2026-01-01', end: '2028-12-31' },
};

/** Responds to reads and saves like the real server. `server.use` in a test replaces a handler. */
export function serveHours(rows: WeeklyHoursRecord[] = aWeek()): HoursServer {
  const hours: HoursServer = { rows, version: 1, saves: [], reads: 0, changes: [] };
  server.use(
    answer(listSchedules, () => reply(listSchedules, { ...noPlans })),
    answer(readWeeklyHours, ({ query: { since } }) => {
      hours.reads += 1;
      const changes = since === undefined ? {} : { changes: changesSince(hours, since) };
      return reply(readWeeklyHours, { status: 'OK', message: hours.rows, ...changes }, { etag: etagOf(hours) });
    }),
    answer(saveWeeklyHours, (request) => {
      hours.saves.push(request);
      const onVersion = request.ifMatch?.match(/^"(\d+)/)?.[1];
      if (onVersion !== undefined && Number(onVersion) !== hours.version) {
        const conflict = { ...bySam, changes: changesSince(hours, Number(onVersion)) };
        return errorReply(409, 'stale', 'Sam Staff saved these hours meanwhile.', { conflict });
      }
      const named = ({ provider_id, 'first-name': first, 'last-name': last }: WeeklyHoursRecord) => ({
        provider_id,
        name: `${first} ${last}`,
      });
      const sent = new Set(request.body.map((row) => row.provider_id));
      const known = new Set(hours.rows.map((row) => row.provider_id));
      const added = hours.rows.filter((row) => !sent.has(row.provider_id)).map(named);
      const removed = request.body.filter((row) => !known.has(row.provider_id)).map(named);
      hours.rows = hours.rows.map((row) => request.body.find((own) => own.provider_id === row.provider_id) ?? row);
      hours.version += 1;
      const body = {
        status: 'OK',
        message: 'Saved',
        ...(added.length > 0 && { added }),
        ...(removed.length > 0 && { removed }),
      };
      return reply(saveWeeklyHours, body, { etag: etagOf(hours) });
    }),
  );
  return hours;
}

/** Delays all further reads. Returns a function that releases them. */
export function hold(hours: HoursServer): () => void {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  server.use(
    answer(readWeeklyHours, async () => {
      await released;
      return reply(readWeeklyHours, { status: 'OK', message: hours.rows }, { etag: etagOf(hours) });
    }),
  );
  return () => release();
}

/** Simulates a save by someone else. */
export function savedByOther(hours: HoursServer, id: number, times: Partial<WeeklyHoursRecord>): void {
  hours.rows = hours.rows.map((row) => (row.provider_id === id ? { ...row, ...times } : row));
  hours.version += 1;
  hours.changes.push(...Object.keys(times).map((name) => ({ version: hours.version, field: `${id}.${name}` })));
}

/** Opens the page for a practice that no earlier page showed. */
export function openPage(over: Partial<RemoteProps> = {}, rights?: readonly Right[]): Promise<OpenPage> {
  return pages.open({ route: '/settings/:practice/practice/provider-hours', over, rights });
}

/** Opens the page and waits for its hours. */
export async function openHours(over: Partial<RemoteProps> = {}, rights?: readonly Right[]): Promise<OpenPage> {
  const page = await openPage(over, rights);
  await screen.findByRole('grid');
  return page;
}

/** Names in the default week: a follower of the office, and two providers with own hours. */
export const ANA = 'Dr. Ana Whitfield';
export const KIM = 'Dr. Kim Osei';
export const MARIA = 'Maria Sandoval, RDH';

/** Changes Kim's Tuesday, which was off, to 9:00 AM – 5:00 PM. */
export async function editKim({ user }: OpenPage): Promise<void> {
  await user.click(cell(KIM, 'tue'));
  await user.keyboard('9-5{Enter}');
}

/** The cell of a row and a day, by its accessible name. */
export function cell(name: string, day: Day): HTMLElement {
  return rowOf(name).getByRole('gridcell', {
    name: (label: string) => label.startsWith(`${name}, ${dayNames[day]}:`),
  });
}

/** The visible text of a cell, without its text for screen readers. */
export function seenIn(of: HTMLElement): string {
  return of.querySelector('[aria-hidden=true]')?.textContent ?? '';
}

/** The field of an open day. */
export function field(name: string, day: Day, part: TimePart): HTMLInputElement {
  return screen.getByRole('textbox', { name: messages.weeklyHours.editor.field(name, day, part) });
}

/** The row of a provider or the office. */
export function rowOf(name: string): ReturnType<typeof within> {
  const grid = within(screen.getByRole('grid'));
  const header = grid.getByRole('rowheader', { name: (label) => label.startsWith(name) });
  return within(header.closest('tr') as HTMLElement);
}

/** The checkbox of a provider. */
export function checkbox(name: string): HTMLElement {
  return screen.getByRole('checkbox', { name: (label) => label.startsWith(`Use Office Hours: ${name}`) });
}

export function saveButton(): HTMLElement {
  return screen.getByRole('button', { name: 'Save' });
}
