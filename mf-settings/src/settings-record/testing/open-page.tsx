/** Opens the pages as the shell would, against a server that answers by the contracts. */
import { afterAll, afterEach, beforeAll, jest } from '@jest/globals';
import { act, getConfig, screen, within } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import type { Flags, RemoteProps } from 'shared-api';
import {
  type ClinicCreation,
  type Conflict,
  type PracticeSettings,
  readClinicCreation,
  readPracticeSettings,
  readSyncInfo,
  type SyncInfo,
  updatePracticeSettings,
} from 'shared-api/contracts';
import { answer, type Heard, mountRemote, type MountedRemote, refusal, reply } from 'shared-api/testing';
import { setupServer } from 'shared-api/testing/network';
import * as lifecycles from '../../index';
import { allSettings, someSettings, someSync, staff, superAdmin } from './builders';

/** A server with one record under a version; it keeps what is saved, and remembers what it was asked. */
export interface SettingsServer {
  settings: PracticeSettings;
  version: number;
  /** Who changed what since version 1, by dotted path. */
  changes: NonNullable<Conflict['changes']>;
  saves: Heard<typeof updatePracticeSettings>[];
  reads: number;
  sync: SyncInfo;
  syncReads: number;
  creation: ClinicCreation;
  creationReads: number;
}

export const server = setupServer();

/** The server around each test of a file, and the page closed after it. */
export function withServer(): void {
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
  afterEach(async () => {
    startClock();
    await closePage();
    server.resetHandlers();
  });
  afterAll(() => server.close());
}

export const CHANGED_AT = Date.UTC(2026, 10, 20, 15, 42) / 1000;

/** Answers as the real server does; `server.use` in a test replaces one of them. */
export function serve(settings: PracticeSettings = someSettings(), over: Partial<SettingsServer> = {}): SettingsServer {
  const state: SettingsServer = {
    settings,
    version: 1,
    changes: [],
    saves: [],
    reads: 0,
    sync: someSync(),
    syncReads: 0,
    creation: { status: 'N', log: [], practice_statuses: [] },
    creationReads: 0,
    ...over,
  };
  server.use(
    answer(readPracticeSettings, () => {
      state.reads += 1;
      return reply(readPracticeSettings, state.settings, { etag: `"${state.version}"` });
    }),
    answer(updatePracticeSettings, (heard) => {
      state.saves.push(heard);
      if (heard.ifMatch !== null && heard.ifMatch !== `"${state.version}"`) {
        const conflict = { changed_by: 'Olivia Owner', changed_at: CHANGED_AT, changes: state.changes };
        return refusal(409, 'stale', 'Olivia Owner saved these settings meanwhile.', { conflict });
      }
      keep(state, heard.body as Partial<PracticeSettings>);
      return reply(updatePracticeSettings, { status: 'success', message: 'Saved' }, { etag: `"${state.version}"` });
    }),
    answer(readSyncInfo, () => {
      state.syncReads += 1;
      return reply(readSyncInfo, state.sync);
    }),
    answer(readClinicCreation, () => {
      state.creationReads += 1;
      return reply(readClinicCreation, state.creation);
    }),
  );
  return state;
}

function keep(state: SettingsServer, { additional_data, ...plain }: Partial<PracticeSettings>): void {
  state.settings = {
    ...state.settings,
    ...plain,
    additional_data: { ...state.settings.additional_data, ...additional_data },
  };
  state.version += 1;
}

/** Someone else saves. */
export function savedByOther(state: SettingsServer, over: Partial<PracticeSettings>): void {
  keep(state, over);
  const names = Object.keys(over).filter((name) => name !== 'additional_data');
  const dotted = Object.keys(over.additional_data ?? {}).map((name) => `additional_data.${name}`);
  for (const field of [...names, ...dotted]) {
    state.changes.push({ field, changed_by: 'Mia Manager', changed_at: CHANGED_AT });
  }
}

/** single-spa waits until React has drawn, which it does not do inside `act` before `act` ends. */
function lifecycle<Result>(step: () => Promise<Result>): Promise<Result> {
  return getConfig().asyncWrapper(step) as Promise<Result>;
}

let mounted: MountedRemote | undefined;
let practices = 100;

export interface OpenPage extends MountedRemote {
  user: UserEvent;
}

export const GENERAL = '/settings/:practice/practice/general';
export const COMMUNICATION = '/settings/:practice/communication/settings';

/** Mounts a page for a practice that was never shown, so that nothing of another test is known. */
export async function openPage(flags: Flags = staff, over: Partial<RemoteProps> = {}): Promise<OpenPage> {
  const user = userEvent.setup();
  practices += 1;
  const practice = {
    id: practices,
    name: 'Bright Smiles Dental',
    time_zone: 'America/Chicago',
    pms_name: 'opendental',
  };
  const session = { user: { id: 'u1', name: 'Sam Staff', email: 'sam@bright-smiles.example' }, flags };
  const remote = await lifecycle(() => mountRemote(lifecycles, { practice, session, route: GENERAL, ...over }));
  mounted = remote;
  return { ...remote, user };
}

/** The page once its settings are there. */
export async function openSettings(flags: Flags = staff, over: Partial<RemoteProps> = {}): Promise<OpenPage> {
  const page = await openPage(flags, over);
  await screen.findByRole('button', { name: 'Save' });
  return page;
}

export function openAsSuperAdmin(
  over: Partial<PracticeSettings> = {},
  more: Partial<SettingsServer> = {},
): Promise<OpenPage & { state: SettingsServer }> {
  const state = serve(allSettings(over), more);
  return openSettings(superAdmin).then((page) => ({ ...page, state }));
}

export async function closePage(): Promise<void> {
  await lifecycle(async () => mounted?.unmount());
  mounted = undefined;
}

export function section(name: string): ReturnType<typeof within> {
  return within(screen.getByRole('region', { name }));
}

export const saveButton = (): HTMLElement => screen.getByRole('button', { name: 'Save' });

const { setTimeout: realTimeout } = globalThis;

let stopped = false;

/** The clock of the page stands still from here on, while answers go on coming through the real network stack. */
export function stopClock(): void {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick'] });
  stopped = true;
}

/** What is due now is done first: the store outlives a test, and a timer of it that is lost would never be set again. */
function startClock(): void {
  if (stopped) act(() => jest.advanceTimersByTime(1));
  stopped = false;
  jest.useRealTimers();
}

/** With the clock standing still: until something holds. */
export async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; !holds(); tries += 1) {
    if (tries > 400) throw new Error('It never came');
    await act(() => new Promise((resolve) => realTimeout(resolve, 5)));
  }
}
