import { describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import {
  customerUnchecked,
  readPracticeSettings,
  toSettingsRequest,
  updatePracticeSettings,
} from 'shared-api/contracts';
import { answer, connectionFailure, errorReply, reply } from 'shared-api/testing';
import { dateField, typeDate } from 'shared-ui/testing';
import { loadStoredEdits, saveStoredEdits } from 'shared-ui/versioned';
import { pms, someSettings, staff, superAdmin, allSettings } from './testing/builders';
import {
  closePage,
  type OpenPage,
  openPage,
  openSettings,
  saveButton,
  savedByOther,
  serve,
  server,
  stopClock,
  waitUntil,
  withServer,
} from './testing/open-page';

withServer();

const pediatric = (): HTMLElement => screen.getByRole('switch', { name: 'Pediatric practice' });
const writeoff = (): HTMLElement => screen.getByRole('combobox', { name: 'Insurance writeoff date' });
const toasts = ({ shell }: OpenPage): string[] => shell.notifications.map(({ message }) => message);

describe('saving', () => {
  it('sends the whole object once with its version, and continues from the new version', async () => {
    const state = serve();
    const page = await openSettings();
    await page.user.click(pediatric());
    await page.user.click(saveButton());
    expect(await screen.findByText('Saved successfully!')).toBeVisible();
    expect(page.shell.notifications).toEqual([
      { severity: 'success', message: 'Settings saved successfully', details: 'Pediatric practice' },
    ]);
    expect(page.shell.unsaved).toBeNull();
    expect(state.saves).toHaveLength(1);
    expect(state.saves[0]?.ifMatch).toBe('"1"');
    expect(state.saves[0]?.body).toEqual(toSettingsRequest(someSettings({ is_pediatric: true }), new Map()));
    await page.user.click(screen.getByRole('switch', { name: 'Send task emails' }));
    await page.user.click(screen.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(state.saves).toHaveLength(2));
    expect(state.saves[1]?.ifMatch).toBe('"2"');
    expect(state.reads).toBe(1);
  });

  it('saves dates as YYYY-MM-DD, and null for a cleared one', async () => {
    const state = serve(allSettings());
    const { user } = await openSettings(superAdmin);
    await typeDate(user, dateField('Snapshot expiration date'), '3/1/2027');
    await user.click(screen.getByRole('button', { name: 'Clear Account expiration date' }));
    await user.click(saveButton());
    await screen.findByText('Saved successfully!');
    expect(state.saves[0]?.body).toMatchObject({
      snapshot_expiration_date: '2027-03-01',
      account_expiration_date: null,
    });
  });

  it('publishes a changed practice name to other modules', async () => {
    serve(allSettings());
    const { user, shell } = await openSettings(superAdmin);
    await user.type(screen.getByRole('textbox', { name: 'Practice name' }), ' East');
    await user.click(saveButton());
    await screen.findByText('Saved successfully!');
    expect(shell.published).toMatchObject([{ topic: 'practice-changed' }]);
  });

  it.each([
    [
      'the message of the server',
      () => errorReply(500, 'busy', 'The office is being moved'),
      'The office is being moved',
    ],
    ['its own message without an answer', connectionFailure, 'Failed to save settings'],
  ])('shows %s as a note and a toast when saving fails, and keeps the edits', async (_, refuse, said) => {
    serve();
    const page = await openSettings();
    await page.user.click(pediatric());
    server.use(answer(updatePracticeSettings, () => refuse()));
    await page.user.click(saveButton());
    expect(await screen.findByText(`Error: ${said}`)).toBeVisible();
    expect(toasts(page)).toEqual([said]);
    expect(pediatric()).toBeChecked();
    expect(page.shell.unsaved).not.toBeNull();
  });

  it('retries the save after the person signs in again', async () => {
    const state = serve();
    const page = await openSettings(staff, { reauthenticate: () => Promise.resolve(true) });
    await page.user.click(pediatric());
    server.use(answer(updatePracticeSettings, () => errorReply(401, 'signed_out', 'Sign in again'), { once: true }));
    await page.user.click(saveButton());
    await screen.findByText('Saved successfully!');
    expect(state.settings.is_pediatric).toBe(true);
  });

  it('shows success for 3 seconds', async () => {
    serve();
    const { user } = await openSettings();
    await user.click(pediatric());
    stopClock();
    act(() => saveButton().click());
    await waitUntil(() => screen.queryByText('Saved successfully!') !== null);
    act(() => jest.advanceTimersByTime(2999));
    expect(screen.getByText('Saved successfully!')).toBeVisible();
    act(() => jest.advanceTimersByTime(1));
    expect(screen.queryByText('Saved successfully!')).toBeNull();
  });
});

describe('when somebody else saved first', () => {
  const theirs = { send_task_emails: true, additional_data: pms({ insurance_writeoff_date: 'payment_date' }) };
  const panel = () => screen.queryByRole('group', { name: 'Changed by someone else' });

  it('merges changes that do not overlap, saves again and names fields and people', async () => {
    const state = serve();
    const page = await openSettings();
    await page.user.click(pediatric());
    savedByOther(state, { send_task_emails: true });
    await page.user.click(saveButton());
    expect(await screen.findByText('Saved successfully!')).toBeVisible();
    expect(toasts(page)).toEqual([
      'Mia Manager changed Send task emails in the meantime. Both versions are merged.',
      'Settings saved successfully',
    ]);
    expect(state.saves.map(({ ifMatch }) => ifMatch)).toEqual(['"1"', '"2"']);
    expect(state.settings).toMatchObject({ is_pediatric: true, send_task_emails: true });
    expect(screen.getByRole('switch', { name: 'Send task emails' })).toBeChecked();
    expect(panel()).toBeNull();
  });

  it('sends nothing more when they saved the same values', async () => {
    const state = serve();
    const page = await openSettings();
    await page.user.click(pediatric());
    savedByOther(state, { is_pediatric: true });
    await page.user.click(saveButton());
    expect(await screen.findByText('Saved successfully!')).toBeVisible();
    expect(state.saves).toHaveLength(1);
  });

  async function conflict(): Promise<{ page: OpenPage; state: ReturnType<typeof serve> }> {
    const state = serve();
    const page = await openSettings();
    await page.user.click(pediatric());
    await page.user.selectOptions(writeoff(), 'Claim date');
    savedByOther(state, theirs);
    await page.user.click(saveButton());
    await screen.findByRole('table', { name: 'Versions to choose from' });
    await screen.findByRole('button', { name: 'Save' });
    return { page, state };
  }

  it('offers both versions of a field with person and time, and merges the rest', async () => {
    await conflict();
    await waitFor(() => expect(panel()).toHaveFocus());
    expect(panel()).toHaveTextContent('Mia Manager changed fields that you have edited');
    expect(panel()).toHaveTextContent('Also changed and shown here: Send task emails (Mia Manager).');
    expect(screen.getByRole('row', { name: /Insurance writeoff date/ })).toHaveTextContent(
      /Claim date.*Insurance payment date.*Mia Manager, Nov 20, 2026, 9:42 AM/,
    );
    expect(screen.getByRole('switch', { name: 'Send task emails' })).toBeChecked();
    expect(pediatric()).toBeChecked();
    expect(writeoff()).toHaveValue('claim_date');
  });

  it('blocks saving until a choice is made, and then hides its note', async () => {
    const { page, state } = await conflict();
    await page.user.click(saveButton());
    expect(await screen.findByText('Not saved: choose 1 version first')).toBeVisible();
    expect(state.saves).toHaveLength(1);
    await page.user.click(screen.getByRole('radio', { name: /^Keep yours: Insurance writeoff date/ }));
    expect(screen.queryByText('Not saved: choose 1 version first')).toBeNull();
  });

  it.each([
    [/^Keep yours: Insurance writeoff date/, 'radio', 'claim_date'],
    ['Take all of theirs', 'button', 'payment_date'],
  ] as const)('saves the version chosen with %s', async (name, role, value) => {
    const { page, state } = await conflict();
    await page.user.click(screen.getByRole(role, { name }));
    expect(writeoff()).toHaveValue(value);
    await page.user.click(saveButton());
    await screen.findByText('Saved successfully!');
    expect(state.saves[1]?.ifMatch).toBe('"2"');
    expect(state.settings).toMatchObject({ is_pediatric: true, send_task_emails: true });
    expect(state.settings.additional_data.insurance_writeoff_date).toBe(value);
    expect(panel()).toBeNull();
  });
});

describe('the note next to Save', () => {
  it('disappears when the rejected field is edited', async () => {
    serve();
    const { user } = await openSettings();
    await user.click(pediatric());
    const fields = { is_pediatric: 'Not here' };
    server.use(
      answer(updatePracticeSettings, () => errorReply(422, 'invalid', 'Pediatric practice: not here', { fields })),
    );
    await user.click(saveButton());
    expect(await screen.findByText('Error: Pediatric practice: not here')).toBeVisible();
    await user.click(pediatric());
    expect(screen.queryByText('Error: Pediatric practice: not here')).toBeNull();
  });

  it('disappears when the changes are discarded', async () => {
    serve();
    const { user } = await openSettings();
    await user.click(pediatric());
    server.use(answer(updatePracticeSettings, connectionFailure));
    await user.click(saveButton());
    expect(await screen.findByText('Error: Failed to save settings')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    await user.click(await screen.findByRole('button', { name: 'Discard 1 change' }));
    await waitFor(() => expect(screen.queryByText('Error: Failed to save settings')).toBeNull());
  });
});

describe('Save', () => {
  it('stays disabled until something changes and explains why', async () => {
    const state = serve();
    const { user } = await openSettings();
    expect(saveButton()).toHaveAttribute('aria-disabled', 'true');
    expect(saveButton()).toHaveAccessibleDescription('Nothing to save');
    await user.keyboard('{Control>}s{/Control}');
    expect(state.saves).toEqual([]);
    await user.click(pediatric());
    expect(saveButton()).not.toHaveAttribute('aria-disabled');
  });

  it('saves on Ctrl+S', async () => {
    const state = serve();
    const { user } = await openSettings();
    await user.click(pediatric());
    await user.keyboard('{Control>}s{/Control}');
    await screen.findByText('Saved successfully!');
    expect(state.settings.is_pediatric).toBe(true);
  });

  it('saves the other changes when the customer id cannot be checked, and keeps its edit', async () => {
    const state = serve(allSettings());
    const { user, shell } = await openSettings(superAdmin);
    const customer = screen.getByRole('textbox', { name: 'Billing customer id' });
    await user.click(pediatric());
    await user.type(customer, '2');
    const why = 'Stripe isn’t responding, so this id can’t be checked. Try again in a minute.';
    server.use(
      answer(
        updatePracticeSettings,
        () => errorReply(503, customerUnchecked, why, { fields: { stripe_customer_id: why } }),
        { once: true },
      ),
    );
    await user.click(saveButton());
    expect(await screen.findByText(`Saved, except Billing customer id. ${why}`)).toBeVisible();
    expect(state.settings).toMatchObject({ is_pediatric: true, stripe_customer_id: 'cus_brightsmiles' });
    expect(customer).toHaveValue('cus_brightsmiles2');
    await waitFor(() => expect(customer).toHaveFocus());
    expect(customer).toHaveAccessibleDescription(new RegExp(why));
    expect(shell.unsaved).toEqual({ what: '1 unsaved change to Practice settings' });
  });
});

describe('unsaved edits', () => {
  const practice = { id: 91, name: 'Lakeside', time_zone: 'America/Chicago', pms_name: 'opendental' };

  it('restores edits after a reload and merges them with later changes', async () => {
    const state = serve();
    const before = await openSettings(staff, { practice });
    await before.user.click(pediatric());
    await before.user.selectOptions(writeoff(), 'Claim date');
    await closePage();
    savedByOther(state, theirsOf('payment_date'));
    const { user } = await openSettings(staff, { practice });
    expect(await screen.findByText('2 unsaved changes restored')).toBeVisible();
    expect(pediatric()).toBeChecked();
    const row = await screen.findByRole('row', { name: /Insurance writeoff date/ });
    await waitFor(() => expect(row).toHaveTextContent(/Mia Manager, Nov 20, 2026, 9:42 AM/));
    await user.click(screen.getByRole('button', { name: 'Keep all of yours' }));
    await user.click(saveButton());
    await screen.findByText('Saved successfully!');
    expect(state.settings).toMatchObject({ is_pediatric: true });
    expect(screen.queryByText('2 unsaved changes restored')).toBeNull();
    await closePage();
    await openSettings(staff, { practice });
    expect(screen.queryByText(/restored/)).toBeNull();
  });

  it('shows and counts problems of restored edits after a reload', async () => {
    serve(allSettings());
    const other = { ...practice, id: 93 };
    const before = await openSettings(superAdmin, { practice: other });
    const limit = () => screen.getByRole('spinbutton', { name: 'Limit of phone numbers' });
    await before.user.clear(limit());
    await before.user.tab();
    expect(limit()).toHaveAccessibleDescription(/Enter a number/);
    await typeDate(before.user, dateField('Account expiration date'), '02/30/2026');
    await before.user.tab();
    const bar = () => screen.findByRole('region', { name: 'Unsaved changes' });
    expect(await bar()).toHaveTextContent('2 errors:');
    await closePage();
    await openSettings(superAdmin, { practice: other });
    expect(await screen.findByText('2 unsaved changes restored')).toBeVisible();
    expect(await bar()).toHaveTextContent('2 errors:');
    expect(limit()).toHaveAccessibleDescription(/Enter a number/);
  });

  it('keeps edits from before a reload while the settings load', async () => {
    serve();
    const before = await openSettings();
    await before.user.click(pediatric());
    await closePage();
    // Simulates a reload: the edits are stored, and no data of the practice is cached.
    const another = { ...practice, id: 92 };
    const storedAs = (id: number) => `practice-settings general ${id}`;
    saveStoredEdits(storedAs(another.id), 'u1', loadStoredEdits(storedAs(before.practiceId), 'u1'));
    let answered = (): void => undefined;
    const held = new Promise<void>((resolve) => (answered = resolve));
    server.use(
      answer(readPracticeSettings, async () => {
        await held;
        return reply(readPracticeSettings, someSettings(), { etag: '"1"' });
      }),
    );
    await openPage(staff, { practice: another });
    window.dispatchEvent(new Event('pagehide'));
    answered();
    expect(await screen.findByText('1 unsaved change restored')).toBeVisible();
    expect(pediatric()).toBeChecked();
  });
});

const theirsOf = (insurance_writeoff_date: string) => ({ additional_data: pms({ insurance_writeoff_date }) });
