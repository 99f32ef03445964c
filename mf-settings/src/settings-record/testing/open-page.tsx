/** Opens the pages as the shell does, with a mock server that follows the contracts. */
import { screen, within } from '@testing-library/react';
import type { Flags, RemoteProps } from 'shared-api';
import {
  type ClinicCreation,
  type Conflict,
  type PracticeSettings,
  readBillingCustomer,
  readClinicCreation,
  readPracticeSettings,
  readSyncInfo,
  type Right,
  type SyncInfo,
  updatePracticeSettings,
} from 'shared-api/contracts';
import { answer, type HandledRequest, errorReply, reply } from 'shared-api/testing';
import { type OpenPage, remotePages } from 'shared-ui/testing/pages';
import * as lifecycles from '../../index';
import { allSettings, someSettings, someSync, staff, superAdmin } from './builders';

export { type OpenPage, stopClock, waitUntil } from 'shared-ui/testing/pages';

/** A mock server with one versioned record. It stores saves and records requests. */
export interface SettingsServer {
  settings: PracticeSettings;
  version: number;
  /** Who changed which field since version 1, by dotted path. */
  changes: NonNullable<Conflict['changes']>;
  saves: HandledRequest<typeof updatePracticeSettings>[];
  reads: number;
  sync: SyncInfo;
  syncReads: number;
  creation: ClinicCreation;
  creationReads: number;
}

const pages = remotePages(lifecycles);
/** Starts the mock server around each test of a file, and closes the page after it. */
export const { network: server, around: withServer, close: closePage, leaksOf } = pages;

export const CHANGED_AT = Date.UTC(2026, 10, 20, 15, 42) / 1000;

/**
 * Responds like the real server. Tests replace responses with `server.use`.
 * @param network the network of a file that opens its own pages
 */
export function serve(
  settings: PracticeSettings = someSettings(),
  over: Partial<SettingsServer> = {},
  network = server,
): SettingsServer {
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
  network.use(
    answer(readPracticeSettings, ({ query }) => {
      state.reads += 1;
      const settings = query.since === undefined ? state.settings : { ...state.settings, changes: state.changes };
      return reply(readPracticeSettings, settings, { etag: `"${state.version}"` });
    }),
    answer(updatePracticeSettings, (request) => {
      state.saves.push(request);
      if (request.ifMatch !== null && request.ifMatch !== `"${state.version}"`) {
        const conflict = { changed_by: 'Olivia Owner', changed_at: CHANGED_AT, changes: state.changes };
        return errorReply(409, 'stale', 'Olivia Owner saved these settings meanwhile.', { conflict });
      }
      keep(state, request.body as Partial<PracticeSettings>);
      return reply(updatePracticeSettings, { status: 'success', message: 'Saved' }, { etag: `"${state.version}"` });
    }),
    answer(readBillingCustomer, ({ query: { customer } }) =>
      customer === 'cus_brightsmiles'
        ? reply(readBillingCustomer, {
            id: customer,
            name: 'Bright Smiles LLC',
            email: 'office@bright.example',
            active_subscriptions: 1,
          })
        : errorReply(404, 'not_found', 'Stripe has no customer with this id. Check the id, or leave the field empty.'),
    ),
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

/** Simulates a save by someone else. */
export function savedByOther(state: SettingsServer, over: Partial<PracticeSettings>): void {
  keep(state, over);
  const names = Object.keys(over).filter((name) => name !== 'additional_data');
  const dotted = Object.keys(over.additional_data ?? {}).map((name) => `additional_data.${name}`);
  for (const field of [...names, ...dotted]) {
    state.changes.push({ field, changed_by: 'Mia Manager', changed_at: CHANGED_AT });
  }
}

export const GENERAL = '/settings/:practice/practice/general';
export const MEMBERS = '/settings/:practice/practice/members';
export const ACTIVITY = '/settings/:practice/activity';
export const COMMUNICATION = '/settings/:practice/communication/settings';

/** Opens a page of a practice that no other test has opened. */
export function openPage(
  flags: Flags = staff,
  { route = GENERAL, search = '', ...over }: Partial<RemoteProps> & { search?: string } = {},
  rights?: readonly Right[],
): Promise<OpenPage> {
  return pages.open({ route, search, flags, over, rights });
}

/** Opens a page and waits for its settings. */
export async function openSettings(
  flags: Flags = staff,
  over: Parameters<typeof openPage>[1] = {},
  rights?: readonly Right[],
): Promise<OpenPage> {
  const page = await openPage(flags, over, rights);
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

export function section(name: string): ReturnType<typeof within> {
  return within(screen.getByRole('region', { name }));
}

export const saveButton = (): HTMLElement => screen.getByRole('button', { name: 'Save' });
