import { expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
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

it('shows both versions of a conflicting cell with who and when, and applies the choice', async () => {
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
  expect(page.shell.notifications.at(-1)?.message).toBe('Not saved: 2 versions to choose first');
  await page.user.click(panel.getByRole('radio', { name: `Keep yours: ${KIM}, Mon Nov 16, worked: 9.00` }));
  await page.user.click(panel.getByRole('radio', { name: `Take theirs: ${MARIA}, Mon Nov 16, available: 2.00` }));
  expect(panel.getByText(/All versions chosen/)).toBeVisible();
  await waitFor(() => expect(announcement(cell(MARIA, 'Mon Nov 16', 'available'))).toBe('2.00, Original 8.00'));
  await page.user.click(saveButton());
  await waitFor(() => expect(page.shell.notifications.at(-1)).toEqual(SUCCESS));
  expect([hours.overrides.get(KIMS)?.seconds, hours.overrides.get(MARIAS)?.seconds]).toEqual([32_400, 7200]);
  expect(screen.queryByRole('group', { name: 'Changed by someone else' })).toBeNull();
});

it('applies all of their versions at once, which leaves nothing to save', async () => {
  const { hours, page, panel } = await bothEdit();
  await page.user.click(panel.getByRole('button', { name: 'Take all of theirs' }));
  expect(page.shell.unsaved).toBeNull();
  expect(hours.saves).toHaveLength(1);
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
