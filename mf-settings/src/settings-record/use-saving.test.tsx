import { describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { customerUnchecked, toSettingsRequest, updatePracticeSettings } from 'shared-api/contracts';
import { answer, noConnection, refusal } from 'shared-api/testing';
import { pms, someSettings, staff, superAdmin, allSettings } from './testing/builders';
import {
  closePage,
  type OpenPage,
  openSettings,
  saveButton,
  savedByOther,
  serve,
  server,
  stopClock,
  until,
  withServer,
} from './testing/open-page';

withServer();

const pediatric = (): HTMLElement => screen.getByRole('switch', { name: 'Pediatric practice' });
const writeoff = (): HTMLElement => screen.getByRole('combobox', { name: 'Insurance writeoff date' });
const toasts = ({ shell }: OpenPage): string[] => shell.notifications.map(({ message }) => message);

describe('saving', () => {
  it('sends the whole object once with its version, and goes on from the version that it made', async () => {
    const state = serve();
    const page = await openSettings();
    await page.user.click(pediatric());
    await page.user.click(saveButton());
    expect(await screen.findByText('Saved successfully!')).toBeVisible();
    expect(toasts(page)).toEqual(['Settings saved successfully: Pediatric practice']);
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

  it('saves dates as YYYY-MM-DD, and null for one that was cleared', async () => {
    const state = serve(allSettings());
    const { user } = await openSettings(superAdmin);
    await user.type(screen.getByRole('textbox', { name: 'Snapshot expiration date' }), '3/1/2027');
    await user.click(screen.getByRole('button', { name: 'Clear Account expiration date' }));
    await user.click(saveButton());
    await screen.findByText('Saved successfully!');
    expect(state.saves[0]?.body).toMatchObject({
      snapshot_expiration_date: '2027-03-01',
      account_expiration_date: null,
    });
  });

  it('tells the other modules of a new name', async () => {
    serve(allSettings());
    const { user, shell } = await openSettings(superAdmin);
    await user.type(screen.getByRole('textbox', { name: 'Practice name' }), ' East');
    await user.click(saveButton());
    await screen.findByText('Saved successfully!');
    expect(shell.published).toMatchObject([{ topic: 'practice-changed' }]);
  });

  it.each([
    ['the words of the server', () => refusal(500, 'busy', 'The office is being moved'), 'The office is being moved'],
    ['its own words where there are none', () => Response.json({ status: 'ERROR' }), 'Failed to save settings'],
    ['its own words without an answer', noConnection, 'Failed to save settings'],
  ])('that fails shows %s as a note and a toast, and keeps the edits', async (_, refuse, said) => {
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

  it('after the session expired is repeated with what was typed', async () => {
    const state = serve();
    const page = await openSettings(staff, { reauthenticate: () => Promise.resolve(true) });
    await page.user.click(pediatric());
    server.use(answer(updatePracticeSettings, () => refusal(401, 'signed_out', 'Sign in again'), { once: true }));
    await page.user.click(saveButton());
    await screen.findByText('Saved successfully!');
    expect(state.settings.is_pediatric).toBe(true);
  });

  it('says its success for 3 seconds', async () => {
    serve();
    const { user } = await openSettings();
    await user.click(pediatric());
    stopClock();
    act(() => saveButton().click());
    await until(() => screen.queryByText('Saved successfully!') !== null);
    act(() => jest.advanceTimersByTime(2999));
    expect(screen.getByText('Saved successfully!')).toBeVisible();
    act(() => jest.advanceTimersByTime(1));
    expect(screen.queryByText('Saved successfully!')).toBeNull();
  });
});

describe('a save after somebody else saved', () => {
  const theirs = { send_task_emails: true, additional_data: pms({ insurance_writeoff_date: 'payment_date' }) };
  const panel = () => screen.queryByRole('group', { name: 'Changed by someone else meanwhile' });

  it('merges changes that do not overlap and saves both in one go, naming fields and people', async () => {
    const state = serve();
    const page = await openSettings();
    await page.user.click(pediatric());
    savedByOther(state, { send_task_emails: true });
    await page.user.click(saveButton());
    expect(await screen.findByText('Saved successfully!')).toBeVisible();
    expect(toasts(page)).toEqual([
      'Mia Manager changed Send task emails in the meantime. Both versions are merged.',
      'Settings saved successfully: Pediatric practice',
    ]);
    expect(state.saves.map(({ ifMatch }) => ifMatch)).toEqual(['"1"', '"2"']);
    expect(state.settings).toMatchObject({ is_pediatric: true, send_task_emails: true });
    expect(screen.getByRole('switch', { name: 'Send task emails' })).toBeChecked();
    expect(panel()).toBeNull();
  });

  it('sends nothing more when they saved the very same', async () => {
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
    return { page, state };
  }

  it('asks about a field that both changed, with the person and the time, and shows the rest', async () => {
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

  it('is not sent before a choice is made, and its note goes with the choice', async () => {
    const { page, state } = await conflict();
    await page.user.click(saveButton());
    expect(await screen.findByText('Not saved: 1 version to choose first')).toBeVisible();
    expect(state.saves).toHaveLength(1);
    await page.user.click(screen.getByRole('radio', { name: /^Keep yours: Insurance writeoff date/ }));
    expect(screen.queryByText('Not saved: 1 version to choose first')).toBeNull();
  });

  it.each([
    [/^Keep yours: Insurance writeoff date/, 'radio', 'claim_date'],
    [/^Take theirs: Insurance writeoff date/, 'radio', 'payment_date'],
    ['Keep all of yours', 'button', 'claim_date'],
    ['Take all of theirs', 'button', 'payment_date'],
  ] as const)('saves what %s chose over their version', async (name, role, value) => {
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

describe('the note beside Save', () => {
  it('goes when the refused field is edited', async () => {
    serve();
    const { user } = await openSettings();
    await user.click(pediatric());
    const fields = { is_pediatric: 'Not here' };
    server.use(
      answer(updatePracticeSettings, () => refusal(422, 'invalid', 'Pediatric practice: not here', { fields })),
    );
    await user.click(saveButton());
    expect(await screen.findByText('Error: Pediatric practice: not here')).toBeVisible();
    await user.click(pediatric());
    expect(screen.queryByText('Error: Pediatric practice: not here')).toBeNull();
  });

  it('goes when the changes are discarded', async () => {
    serve();
    const { user } = await openSettings();
    await user.click(pediatric());
    server.use(answer(updatePracticeSettings, noConnection));
    await user.click(saveButton());
    expect(await screen.findByText('Error: Failed to save settings')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    await user.click(await screen.findByRole('button', { name: 'Discard 1 change' }));
    await waitFor(() => expect(screen.queryByText('Error: Failed to save settings')).toBeNull());
  });
});

describe('Save', () => {
  it('is disabled until something is changed, and says why', async () => {
    const state = serve();
    const { user } = await openSettings();
    expect(saveButton()).toHaveAttribute('aria-disabled', 'true');
    expect(saveButton()).toHaveAccessibleDescription('Nothing to save');
    await user.keyboard('{Control>}s{/Control}');
    expect(state.saves).toEqual([]);
    await user.click(pediatric());
    expect(saveButton()).not.toHaveAttribute('aria-disabled');
  });

  it('is Ctrl+S on the keyboard', async () => {
    const state = serve();
    const { user } = await openSettings();
    await user.click(pediatric());
    await user.keyboard('{Control>}s{/Control}');
    await screen.findByText('Saved successfully!');
    expect(state.settings.is_pediatric).toBe(true);
  });

  it('saves the other changes while the customer id cannot be checked, and keeps that one', async () => {
    const state = serve(allSettings());
    const { user, shell } = await openSettings(superAdmin);
    const customer = screen.getByRole('textbox', { name: 'Billing customer id' });
    await user.click(pediatric());
    await user.type(customer, '2');
    const why = "Stripe isn't responding, so this id can't be checked. Try again in a minute.";
    server.use(
      answer(
        updatePracticeSettings,
        () => refusal(503, customerUnchecked, why, { fields: { stripe_customer_id: why } }),
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

  it('are restored after the page was loaded again, merged with what changed since', async () => {
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
});

const theirsOf = (insurance_writeoff_date: string) => ({ additional_data: pms({ insurance_writeoff_date }) });
