import { describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { type ClinicCreation, createClinicPractices, readClinicCreation } from 'shared-api/contracts';
import { answer, connectionFailure, errorReply, reply } from 'shared-api/testing';
import { allSettings, superAdmin } from '../settings-record/testing/builders';
import {
  closePage,
  type OpenPage,
  openAsSuperAdmin,
  openSettings,
  section,
  serve,
  type SettingsServer,
  server,
  stopClock,
  waitUntil,
  withServer,
} from '../settings-record/testing/open-page';

withServer();

type Page = OpenPage & { state: SettingsServer };

const table = () => section('Clinics');
const create = (): HTMLElement => table().getByRole('button', { name: 'Create Clinic Practices' });
const checkboxOf = (clinic: string): HTMLElement =>
  table().getByRole('checkbox', { name: `Create a practice for ${clinic}` });

const pending: ClinicCreation = {
  status: 'P',
  log: ['Started'],
  practice_statuses: [
    { name: 'Riverside', clinicnum: 2, status: 'in_progress' },
    { name: 'Airport', clinicnum: 4, status: 'pending' },
  ],
};
const ended = (status: 'S' | 'F'): ClinicCreation => ({
  status,
  log: ['Started', 'Ended'],
  practice_statuses: [
    { name: 'Riverside', clinicnum: 2, status: 'completed', practice_id: 44 },
    {
      name: 'Airport',
      clinicnum: 4,
      ...(status === 'S' ? { status: 'completed' } : { status: 'failed', message: 'The name is taken' }),
    },
  ],
});

/** The server accepts the creation and reports it as pending. */
function takeOn({ state }: Page, asked: unknown[] = []): void {
  server.use(
    answer(createClinicPractices, ({ body }) => {
      asked.push(...body.clinics);
      state.creation = pending;
      return reply(createClinicPractices, { status: 'success', message: 'Started' });
    }),
  );
}

async function confirm({ user }: OpenPage): Promise<void> {
  await user.click(create());
  const dialog = within(await screen.findByRole('alertdialog'));
  await user.click(dialog.getByRole('button', { name: /^Create/ }));
}

const toasts = ({ shell }: OpenPage): string[] => shell.notifications.map(({ message }) => message);

describe('the clinics table', () => {
  it('hides the section without clinic information', async () => {
    await openAsSuperAdmin({ clinic_information: [] });
    expect(screen.queryByRole('region', { name: 'Clinics' })).toBeNull();
  });

  it('disables and explains the current and the connected clinics', async () => {
    await openAsSuperAdmin();
    expect(checkboxOf('Downtown')).toBeDisabled();
    expect(table().getByText('This is the current practice.')).toBeVisible();
    expect(checkboxOf('North')).toBeDisabled();
    expect(table().getByText('Connected to Bright Smiles North.')).toBeVisible();
    expect(table().getByRole('textbox', { name: 'Practice name for Riverside' })).toHaveAttribute(
      'placeholder',
      'Riverside',
    );
    expect(create()).toHaveAttribute('aria-disabled', 'true');
    expect(create()).toHaveAccessibleDescription('Select at least one clinic.');
  });

  it('disables a clinic selected as an additional clinic of another', async () => {
    const { user, shell } = await openAsSuperAdmin();
    await user.click(checkboxOf('Riverside'));
    await user.click(checkboxOf('Airport'));
    expect(shell.unsaved).toEqual({ what: '2 selected clinics not created yet' });
    await user.click(table().getByRole('button', { name: 'Additional clinics of Riverside: None' }));
    const list = within(await screen.findByRole('dialog', { name: 'Additional clinics of Riverside' }));
    expect(list.getByRole('checkbox', { name: 'No clinic assigned' })).toBeEnabled();
    await user.click(list.getByRole('checkbox', { name: 'Airport' }));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(checkboxOf('Airport')).not.toBeChecked();
    expect(checkboxOf('Airport')).toBeDisabled();
    expect(table().getByText('Selected as an additional clinic of Riverside.')).toBeVisible();
  });

  it('keeps the selection and names across reloads until they are created or cleared', async () => {
    const practice = { id: 92, name: 'Lakeside', time_zone: 'America/Chicago', pms_name: 'opendental' };
    const state = serve(allSettings());
    const open = () => openSettings(superAdmin, { practice });
    const first = await open();
    await first.user.click(checkboxOf('Riverside'));
    await first.user.type(table().getByRole('textbox', { name: 'Practice name for Riverside' }), 'River');
    await first.user.click(table().getByRole('button', { name: 'Additional clinics of Riverside: None' }));
    const list = within(await screen.findByRole('dialog', { name: 'Additional clinics of Riverside' }));
    await first.user.click(list.getByRole('checkbox', { name: 'Airport' }));
    await closePage();
    const second = await open();
    expect(table().getByText('1 unsaved change restored')).toBeVisible();
    expect(checkboxOf('Riverside')).toBeChecked();
    expect(table().getByRole('textbox', { name: 'Practice name for Riverside' })).toHaveValue('River');
    expect(table().getByRole('button', { name: 'Additional clinics of Riverside: 1 clinic' })).toBeVisible();
    expect(second.shell.unsaved).toEqual({ what: '1 selected clinic not created yet' });
    takeOn({ ...second, state });
    await confirm(second);
    await waitFor(() => expect(checkboxOf('Riverside')).not.toBeChecked());
    expect(table().queryByText(/restored/)).toBeNull();
    await closePage();
    state.creation = { status: 'N', log: [], practice_statuses: [] };
    const third = await open();
    expect(table().queryByText(/restored/)).toBeNull();
    expect(checkboxOf('Riverside')).not.toBeChecked();
    await third.user.type(table().getByRole('textbox', { name: 'Practice name for Airport' }), 'Field');
    await closePage();
    const fourth = await open();
    expect(table().getByRole('textbox', { name: 'Practice name for Airport' })).toHaveValue('Field');
    await fourth.user.click(table().getByRole('button', { name: 'Clear selection' }));
    expect(table().queryByText(/restored/)).toBeNull();
    await closePage();
    await open();
    expect(table().getByRole('textbox', { name: 'Practice name for Airport' })).toHaveValue('');
  });

  it('creates practices after confirmation, with the typed names', async () => {
    const page = await openAsSuperAdmin();
    const asked: unknown[] = [];
    takeOn(page, asked);
    await page.user.click(screen.getByRole('switch', { name: 'Pediatric practice' }));
    await page.user.click(checkboxOf('Riverside'));
    await page.user.type(table().getByRole('textbox', { name: 'Practice name for Riverside' }), 'River');
    await confirm(page);
    const panel = within(await screen.findByRole('region', { name: 'Creation of clinic practices' }));
    expect(page.shell.notifications).toContainEqual({
      severity: 'success',
      message: 'Started creation of 1 clinic practice(s)',
      details: 'River',
    });
    expect(asked).toMatchObject([{ clinicNum: 2, name: 'River', additionalClinics: [] }]);
    expect(await panel.findByText('In progress')).toBeVisible();
    expect(panel.getByText('Pending')).toBeVisible();
    expect(panel.getByRole('log')).toHaveTextContent('Started');
    expect(create()).toHaveAccessibleDescription('Practices are being created. Wait until they’re ready.');
    expect(page.shell.unsaved).toEqual({ what: '1 unsaved change to Practice settings' });
  });

  it('shows its own message when creation fails, and keeps the clinics selected', async () => {
    const page = await openAsSuperAdmin();
    server.use(answer(createClinicPractices, connectionFailure));
    await page.user.click(checkboxOf('Riverside'));
    await confirm(page);
    await waitFor(() => expect(toasts(page)).toContain('Failed to create clinic practices'));
    expect(await table().findByRole('checkbox', { name: 'Create a practice for Riverside' })).toBeChecked();
  });
});

describe('when a creation is pending', () => {
  const panel = () => section('Creation of clinic practices');

  /** Starts a creation with fake timers, so that the test controls all of its timers. */
  async function started(): Promise<Page> {
    const page = await openAsSuperAdmin();
    takeOn(page);
    await page.user.click(checkboxOf('Riverside'));
    await page.user.click(create());
    const button = within(await screen.findByRole('alertdialog')).getByRole('button', { name: /^Create/ });
    stopClock();
    act(() => button.click());
    await waitUntil(() => screen.queryByText('In progress') !== null);
    // The dialog closes after its transition.
    act(() => jest.advanceTimersByTime(500));
    return page;
  }

  it('checks every 5 seconds until success, then refetches the settings', async () => {
    const page = await started();
    const { state } = page;
    const reads = state.creationReads;
    act(() => jest.advanceTimersByTime(4000));
    expect(state.creationReads).toBe(reads);
    state.creation = ended('S');
    const settingsReads = state.reads;
    act(() => jest.advanceTimersByTime(1000));
    await waitUntil(() => toasts(page).includes('All clinic practices created successfully!'));
    await waitUntil(() => state.reads > settingsReads);
    expect(panel().getByRole('link', { name: 'Open the settings of Riverside' })).toHaveAttribute(
      'href',
      '/settings/44/',
    );
    const after = state.creationReads;
    act(() => jest.advanceTimersByTime(20_000));
    expect(state.creationReads).toBe(after);
  });

  it('shows which practice failed and why', async () => {
    const page = await started();
    page.state.creation = ended('F');
    act(() => jest.advanceTimersByTime(5000));
    await waitUntil(() => screen.queryByText('The name is taken') !== null);
    expect(panel().getByText('Failed')).toBeVisible();
    expect(panel().getByText('Completed')).toBeVisible();
    expect(toasts(page)).not.toContain('All clinic practices created successfully!');
  });

  it('stops checking after 2 minutes and then checks manually', async () => {
    const page = await started();
    const { state } = page;
    expect(panel().queryByRole('button', { name: 'Check Status' })).toBeNull();
    for (let checks = 1; checks <= 23; checks += 1) {
      state.creation = { ...pending, log: [`Check ${checks}`] };
      act(() => jest.advanceTimersByTime(5000));
      await waitUntil(() => screen.queryByText(`Check ${checks}`) !== null);
    }
    expect(screen.queryByText('Polling stopped after 2 minutes.')).toBeNull();
    act(() => jest.advanceTimersByTime(5000));
    await waitUntil(() => screen.queryByText('Polling stopped after 2 minutes.') !== null);
    const stopped = state.creationReads;
    act(() => jest.advanceTimersByTime(30_000));
    expect(state.creationReads).toBe(stopped);
    state.creation = ended('S');
    const check: HTMLElement = panel().getByRole('button', { name: 'Check Status' });
    act(() => check.click());
    await waitUntil(() => toasts(page).includes('All clinic practices created successfully!'));
  });

  it('reports a failed check and continues', async () => {
    const page = await started();
    server.use(answer(readClinicCreation, () => errorReply(503, 'busy', 'Not now'), { once: true }));
    act(() => jest.advanceTimersByTime(5000));
    await waitUntil(() => screen.queryByText('Failed to check status') !== null);
    page.state.creation = ended('S');
    act(() => jest.advanceTimersByTime(5000));
    await waitUntil(() => toasts(page).includes('All clinic practices created successfully!'));
  });
});

it('shows a creation that is already pending and lets the person close it', async () => {
  const { user } = await openAsSuperAdmin({}, { creation: pending });
  const panel = within(await screen.findByRole('region', { name: 'Creation of clinic practices' }));
  await user.click(panel.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('region', { name: 'Creation of clinic practices' })).toBeNull();
});

it('shows a failed creation with its reasons and hides it for good once closed', async () => {
  const creation: ClinicCreation = { ...ended('F'), started_at: 1_795_000_000 };
  const practice = { id: 93, name: 'Lakeside', time_zone: 'America/Chicago', pms_name: 'opendental' };
  serve(allSettings(), { creation });
  const { user } = await openSettings(superAdmin, { practice });
  const panel = within(await screen.findByRole('region', { name: 'Creation of clinic practices' }));
  expect(panel.getByText('The name is taken')).toBeVisible();
  await user.click(panel.getByRole('button', { name: 'Close' }));
  await closePage();
  await openSettings(superAdmin, { practice });
  expect(create()).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Creation of clinic practices' })).toBeNull();
});

it('links each connected practice in a new tab', async () => {
  await openAsSuperAdmin();
  const link = section('Connected practices').getByRole('link', { name: /Bright Smiles North/ });
  expect(link).toHaveAttribute('href', '/settings/4/');
  expect(link).toHaveAttribute('target', '_blank');
});
