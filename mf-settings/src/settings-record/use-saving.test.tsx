import { describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { updatePracticeSettings } from 'shared-api/contracts';
import { answer, noConnection, refusal } from 'shared-api/testing';
import { pms, someSettings, staff, superAdmin, allSettings } from './testing/builders';
import {
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
import { toRequest } from './values';

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
    expect(toasts(page)).toEqual(['Settings saved successfully']);
    expect(page.shell.unsaved).toBeNull();
    expect(state.saves).toHaveLength(1);
    expect(state.saves[0]?.ifMatch).toBe('"1"');
    expect(state.saves[0]?.body).toEqual(toRequest(someSettings({ is_pediatric: true }), {}));
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
    await openSettings();
    stopClock();
    act(() => saveButton().click());
    await until(() => screen.queryByText('Saved successfully!') !== null);
    act(() => jest.advanceTimersByTime(2999));
    expect(screen.getByText('Saved successfully!')).toBeVisible();
    act(() => jest.advanceTimersByTime(1));
    expect(screen.queryByText('Saved successfully!')).toBeNull();
  });
});

describe('a stale save', () => {
  const theirs = { send_task_emails: true, additional_data: pms({ insurance_writeoff_date: 'payment_date' }) };

  async function meet(): Promise<{ page: OpenPage; state: ReturnType<typeof serve> }> {
    const state = serve();
    const page = await openSettings();
    await page.user.click(pediatric());
    await page.user.selectOptions(writeoff(), 'Claim date');
    savedByOther(state, theirs);
    await page.user.click(saveButton());
    await screen.findByRole('table', { name: 'Versions to choose from' });
    return { page, state };
  }

  it('takes over what only the other side changed, says whose it is, and offers the rest', async () => {
    await meet();
    const panel = screen.getByRole('group', { name: 'Changed by someone else meanwhile' });
    await waitFor(() => expect(panel).toHaveFocus());
    expect(panel).toHaveTextContent('Olivia Owner saved these settings on Nov 20, 2026, 9:42 AM');
    expect(panel).toHaveTextContent('Send task emails (Mia Manager, Nov 20, 2026, 9:42 AM)');
    expect(panel).toHaveTextContent('1 setting changed on both sides');
    expect(screen.getByRole('row', { name: /Insurance writeoff date/ })).toHaveTextContent(
      'Insurance writeoff dateClaim dateInsurance payment dateMia Manager',
    );
    expect(screen.getByRole('switch', { name: 'Send task emails' })).toBeChecked();
    expect(pediatric()).toBeChecked();
    expect(writeoff()).toHaveValue('claim_date');
  });

  it('does not save before a choice is made', async () => {
    const { page, state } = await meet();
    await page.user.click(saveButton());
    expect(screen.getByText('Not saved: 1 version to choose first')).toBeVisible();
    expect(state.saves).toHaveLength(1);
  });

  it.each([
    ['Keep mine: Insurance writeoff date', 'radio', 'claim_date'],
    ['Take theirs: Insurance writeoff date', 'radio', 'payment_date'],
    ['Keep all of mine', 'button', 'claim_date'],
    ['Take all of theirs', 'button', 'payment_date'],
  ] as const)('%s is saved on the version of the other side', async (name, role, value) => {
    const { page, state } = await meet();
    await page.user.click(screen.getByRole(role, { name }));
    expect(writeoff()).toHaveValue(value);
    await page.user.click(saveButton());
    await screen.findByText('Saved successfully!');
    expect(state.saves[1]?.ifMatch).toBe('"2"');
    expect(state.settings).toMatchObject({ is_pediatric: true, send_task_emails: true });
    expect(state.settings.additional_data.insurance_writeoff_date).toBe(value);
    expect(screen.queryByRole('group', { name: 'Changed by someone else meanwhile' })).toBeNull();
  });
});
