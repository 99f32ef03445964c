import { describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import {
  cell,
  goTo,
  KIM,
  MARIA,
  openGrid,
  announcement,
  saveButton,
  serveWorked,
  withWorkedServer,
} from './testing/open-worked';

withWorkedServer();

const SUCCESS = { severity: 'success', message: 'Provider hours saved successfully' };
const KIMS = '7.2026-11-16.worked_hours';
const MARIAS = '9.2026-11-16.available_hours';

/** Two people edit the same two cells. The other person saves first. */
async function bothEdit() {
  const hours = serveWorked();
  const page = await openGrid();
  await goTo(page, KIM, 'Mon Nov 16', 'worked');
  await page.user.keyboard('9{Enter}4{Enter}');
  hours.set(KIMS, 3600);
  hours.set(MARIAS, 7200);
  await page.user.click(saveButton());
  const panel = await screen.findByRole('group', { name: 'Changed by someone else' });
  return { hours, page, panel: within(panel), group: panel };
}

it('shows both versions of a conflicting cell with author and time, and applies the choice', async () => {
  const { hours, page, panel, group } = await bothEdit();
  expect(group).toHaveFocus();
  expect(page.shell.notifications).toEqual([
    { severity: 'error', message: 'Not saved: Sam Staff changed some of these hours too' },
  ]);
  const rows = panel.getAllByRole('row').slice(1);
  expect(rows.map((row) => within(row).getAllByRole('cell').at(-1)?.textContent)).toEqual([
    'Sam Staff, Nov 20, 2026, 9:42 AM CST',
    'Sam Staff, Nov 20, 2026, 9:42 AM CST',
  ]);
  await page.user.click(saveButton());
  const reminder = within(screen.getByRole('region', { name: 'Unsaved changes' }));
  expect(reminder.getByText('Not saved: choose 2 versions first')).toBeVisible();
  await page.user.click(panel.getByRole('radio', { name: `Keep yours: ${KIM}, Mon Nov 16, worked: 9.00` }));
  expect(page.shell.withdrawn).toBeUndefined();
  await page.user.click(panel.getByRole('radio', { name: `Take theirs: ${MARIA}, Mon Nov 16, available: 2.00` }));
  expect(panel.getByText(/All versions chosen/)).toBeVisible();
  expect(page.shell.withdrawn).toEqual(['Not saved: Sam Staff changed some of these hours too']);
  expect(reminder.queryByText(/Not saved/)).toBeNull();
  await waitFor(() => expect(announcement(cell(MARIA, 'Mon Nov 16', 'available'))).toBe('2.00, Original 8.00'));
  await page.user.click(saveButton());
  await waitFor(() => expect(page.shell.notifications.at(-1)).toEqual(SUCCESS));
  expect([hours.overrides.get(KIMS)?.seconds, hours.overrides.get(MARIAS)?.seconds]).toEqual([32_400, 7200]);
  expect(screen.queryByRole('group', { name: 'Changed by someone else' })).toBeNull();
});

it('applies all of their versions, which leaves nothing to save', async () => {
  const { hours, page, panel } = await bothEdit();
  await page.user.click(panel.getByRole('button', { name: 'Take all of theirs' }));
  expect(page.shell.unsaved).toBeNull();
  expect(hours.saves).toHaveLength(1);
});

const MONDAY = 'Mon Nov 16';
const undo = '{Control>}z{/Control}';
const redo = '{Control>}y{/Control}';
const save = '{Control>}s{/Control}';
const conflictPanel = () => screen.queryByRole('group', { name: 'Changed by someone else' });

describe('the conflict notice', () => {
  it('undoes and redoes while focused, and closes with its last conflict', async () => {
    const { page, group } = await bothEdit();
    expect(group).toHaveFocus();
    await page.user.keyboard(undo);
    await waitFor(() => expect(announcement(cell(MARIA, MONDAY, 'available'))).toBe('2.00, Original 8.00'));
    expect(conflictPanel()).toBeVisible();
    await page.user.click(screen.getByRole('radio', { name: `Keep yours: ${KIM}, ${MONDAY}, worked: 9.00` }));
    await page.user.keyboard(undo);
    await waitFor(() => expect(conflictPanel()).toBeNull());
    expect(announcement(cell(KIM, MONDAY, 'worked'))).toBe('1.00, Original 6.50');
    expect(cell(KIM, MONDAY, 'worked')).toHaveFocus();
    expect(page.shell.unsaved).toBeNull();
    act(() => screen.getByRole('button', { name: 'CSV' }).focus());
    await page.user.keyboard(redo);
    expect(announcement(cell(KIM, MONDAY, 'worked'))).toBe(
      '9.00, Original 6.50, Not saved yet, Changed by someone else too',
    );
    await waitFor(() => expect(conflictPanel()).toBeVisible());
  });

  it('closes when the edits are discarded', async () => {
    const { page } = await bothEdit();
    await page.user.click(screen.getByRole('button', { name: 'Discard' }));
    await page.user.click(await screen.findByRole('button', { name: 'Discard 2 changes' }));
    await waitFor(() => expect(conflictPanel()).toBeNull());
    expect(announcement(cell(KIM, MONDAY, 'worked'))).toBe('1.00, Original 6.50');
  });

  it('leaves undo to a text field', async () => {
    const { page } = await bothEdit();
    await page.user.click(screen.getByRole('searchbox', { name: 'Filter by name' }));
    await page.user.keyboard(undo);
    expect(page.shell.unsaved).toEqual({ what: '2 unsaved changes to Provider hours worked' });
  });
});

describe('undo', () => {
  /** Kim's Monday is saved as 9 hours instead of 7. */
  async function saveNine() {
    const hours = serveWorked();
    const page = await openGrid();
    await goTo(page, KIM, MONDAY, 'worked');
    await page.user.keyboard(`9{Enter}${save}`);
    await waitFor(() => expect(page.shell.notifications).toEqual([SUCCESS]));
    await goTo(page, KIM, MONDAY, 'worked');
    return { hours, page };
  }

  it('stages the value before a save with a notice, and redo restores the saved one', async () => {
    const { hours, page } = await saveNine();
    await page.user.keyboard(undo);
    expect(announcement(cell(KIM, MONDAY, 'worked'))).toBe('6.50, Original 6.50, Not saved yet');
    expect(screen.getByRole('group', { name: 'Changes' })).toHaveTextContent('Restored 1 cell; save to keep');
    await page.user.keyboard(redo);
    expect(announcement(cell(KIM, MONDAY, 'worked'))).toBe('9.00, Original 6.50');
    expect(page.shell.unsaved).toBeNull();
    await page.user.keyboard(`${undo}${save}`);
    await waitFor(() => expect(hours.overrides.size).toBe(0));
    expect(screen.getByRole('group', { name: 'Changes' })).not.toHaveTextContent('Restored');
    await page.user.keyboard(redo);
    expect(announcement(cell(KIM, MONDAY, 'worked'))).toBe('9.00, Original 6.50, Not saved yet');
  });

  it('falls back to the value that someone else has saved since', async () => {
    const { hours, page } = await saveNine();
    hours.set(KIMS, 3600);
    await page.user.click(screen.getByRole('button', { name: '2 Weeks' }));
    await waitFor(() => expect(announcement(cell(KIM, MONDAY, 'worked'))).toBe('1.00, Original 6.50'));
    expect(screen.getByRole('button', { name: 'Undo' })).toHaveAttribute('aria-disabled', 'true');
    expect(page.shell.unsaved).toBeNull();
  });

  it('restores their value after a conflict, and redo reopens the conflict', async () => {
    const { hours, page } = await bothEdit();
    await goTo(page, MARIA, MONDAY, 'available');
    await page.user.keyboard(`${undo}${undo}`);
    await waitFor(() => expect(announcement(cell(KIM, MONDAY, 'worked'))).toBe('1.00, Original 6.50'));
    expect(announcement(cell(MARIA, MONDAY, 'available'))).toBe('2.00, Original 8.00');
    expect(page.shell.unsaved).toBeNull();
    await page.user.keyboard(redo);
    expect(announcement(cell(KIM, MONDAY, 'worked'))).toBe(
      '9.00, Original 6.50, Not saved yet, Changed by someone else too',
    );
    await page.user.click(await screen.findByRole('radio', { name: `Keep yours: ${KIM}, ${MONDAY}, worked: 9.00` }));
    await page.user.click(saveButton());
    await waitFor(() => expect(hours.overrides.get(KIMS)?.seconds).toBe(32_400));
    expect(hours.overrides.get(MARIAS)?.seconds).toBe(7200);
  });
});

describe('when a provider has left', () => {
  async function editBoth() {
    const hours = serveWorked();
    const page = await openGrid();
    await goTo(page, KIM, 'Mon Nov 16', 'worked');
    await page.user.keyboard('9{Enter}4{Enter}');
    hours.people = [...hours.people.filter(({ provider_id: id }) => id !== 7), LEE];
    return { hours, page };
  }
  const LEE = { provider_id: 20, first_name: 'Lee', last_name: 'Park' };
  const expectNotice = async () => {
    const title = await screen.findByText('Dr. Kim Osei is no longer a provider');
    const notice = title.closest<HTMLElement>('[role=alert]');
    await waitFor(() => expect(notice).toHaveFocus());
    expect(notice).toHaveTextContent('Your 1 cell for them wasn’t saved.');
    expect(notice).toHaveTextContent('Dr. Kim Osei, Mon Nov 16, worked: 9.00');
    await waitFor(() => expect(notice).toHaveTextContent('Lee Park is a new provider.'));
    expect(screen.queryByText(/changed fields that you have edited/)).toBeNull();
  };

  it('saves the other edits immediately and shows the unsaved values', async () => {
    const { hours, page } = await editBoth();
    await page.user.click(saveButton());
    await expectNotice();
    const partly = { ...SUCCESS, severity: 'warning', details: '1 cell of Dr. Kim Osei wasn’t saved.' };
    await waitFor(() => expect(page.shell.notifications).toEqual([partly]));
    expect(hours.overrides.get(MARIAS)?.seconds).toBe(14_400);
    await waitFor(() => expect(page.shell.unsaved).toBeNull());
    await page.user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByText(/is no longer a provider/)).toBeNull();
    expect(document.body).not.toHaveFocus();
  });

  it('keeps the undo step of the saved edits', async () => {
    const { hours, page } = await editBoth();
    await page.user.click(saveButton());
    await expectNotice();
    await waitFor(() => expect(page.shell.notifications).toHaveLength(1));
    await page.user.keyboard(undo);
    await waitFor(() =>
      expect(announcement(cell(MARIA, MONDAY, 'available'))).toBe('8.00, Original 8.00, Not saved yet'),
    );
    await page.user.keyboard(save);
    await waitFor(() => expect(hours.overrides.size).toBe(0));
  });

  it('names the days after a provider left, if others are in the range', async () => {
    const hours = serveWorked();
    const page = await openGrid();
    await goTo(page, KIM, 'Mon Nov 16', 'worked');
    await page.user.keyboard('9{Enter}4{Enter}');
    hours.people = hours.people.map((person) =>
      person.provider_id === 7 ? { ...person, left_on: '2026-11-16' } : person,
    );
    await page.user.click(saveButton());
    expect(await screen.findByText('Dr. Kim Osei is no longer a provider')).toBeVisible();
    // The rest is saved by a second request, which follows the notice.
    await waitFor(() => expect(hours.overrides.get(MARIAS)?.seconds).toBe(14_400));
    await waitFor(() => expect(page.shell.unsaved).toBeNull());
  });

  it('reports no save when nothing else was edited', async () => {
    const hours = serveWorked();
    const page = await openGrid();
    await goTo(page, KIM, 'Mon Nov 16', 'worked');
    await page.user.keyboard('9{Enter}');
    hours.people = hours.people.slice(1);
    await page.user.click(saveButton());
    expect(await screen.findByText('Dr. Kim Osei is no longer a provider')).toBeVisible();
    expect(page.shell.notifications).toEqual([]);
    expect(page.shell.unsaved).toBeNull();
  });
});

it('saves a cell without a conflict when the page already shows the other change', async () => {
  const hours = serveWorked();
  const page = await openGrid();
  await goTo(page, KIM, 'Mon Nov 16', 'worked');
  await page.user.keyboard('9{Enter}');
  hours.set(MARIAS, 7200);
  await page.user.click(screen.getByRole('button', { name: '2 Weeks' }));
  await screen.findByText('Sun Nov 15 – Sat Nov 28, 2026');
  await waitFor(() => expect(announcement(cell(MARIA, 'Mon Nov 16', 'available'))).toBe('2.00, Original 8.00'));
  await goTo(page, MARIA, 'Mon Nov 16', 'available');
  await page.user.keyboard('3{Enter}');
  await page.user.click(saveButton());
  await waitFor(() => expect(page.shell.notifications).toEqual([SUCCESS]));
  expect(hours.overrides.get(MARIAS)?.seconds).toBe(10_800);
});
