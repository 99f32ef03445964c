import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { missingRight } from 'shared-api/contracts';
import { setPhone } from '../grid/testing/phone';
import {
  closeWorked,
  KIM,
  MARIA,
  openWorked,
  type OpenOptions,
  type OpenWorked,
  serveWorked,
  TODAY,
  withWorkedServer,
} from './testing/open-worked';
import { people } from './testing/hours-server';

withWorkedServer();
beforeEach(() => setPhone(true));

const SUCCESS = { severity: 'success', message: 'Provider hours saved successfully' };

const field = (name: string, figure: 'available' | 'worked', day = 'Fri Nov 20'): HTMLInputElement =>
  screen.getByRole('textbox', { name: `${name}, ${day}, ${figure}` });

const bar = () => within(screen.getByRole('region', { name: 'Unsaved changes' }));

/** Opens the page and waits for the list of the day. */
async function openDay(opening: OpenOptions = {}): Promise<OpenWorked> {
  const page = await openWorked(opening);
  await screen.findByRole('group', { name: /^Hours of each provider on / });
  return page;
}

async function typeInto(page: OpenWorked, of: HTMLElement, text: string): Promise<void> {
  await page.user.click(of);
  await page.user.keyboard(text);
}

describe('the hours of a day on a phone', () => {
  it('opens today with both figures of each provider as fields for the number pad', async () => {
    serveWorked();
    await openDay();
    expect(screen.queryByRole('grid')).toBeNull();
    expect(screen.getByText('Fri Nov 20')).toBeVisible();
    expect(field(KIM, 'available')).toHaveValue('8.00');
    expect(field(KIM, 'worked')).toHaveAttribute('inputmode', 'decimal');
    expect(screen.getByText(KIM)).toHaveAttribute('dir', 'auto');
  });

  it('shows no rating before the first hour of the day is over', async () => {
    const hours = serveWorked();
    hours.original = (_, date, figure) => (figure === 'available' && date === TODAY ? 8 * 3600 : 0);
    const page = await openDay();
    const list = within(screen.getByRole('group', { name: /^Hours of each/ }));
    expect(list.getAllByText('Not started')).toHaveLength(1 + people.length);
    await typeInto(page, field(KIM, 'worked'), '0.5{Enter}');
    expect(list.getByText('2.1%')).toBeVisible();
    expect(list.queryByText('Low')).toBeNull();
    await typeInto(page, field(KIM, 'worked'), '1{Enter}');
    expect(list.getByText('4.2%')).toBeVisible();
    expect(list.getByText('Low')).toBeVisible();
  });

  it('stages what is typed, moves on with Enter, and saves it', async () => {
    const hours = serveWorked();
    const page = await openDay();
    await typeInto(page, field(KIM, 'worked'), '3.5{Enter}');
    expect(field(MARIA, 'worked')).toHaveFocus();
    expect(field(KIM, 'worked')).toHaveValue('3.50');
    expect(field(KIM, 'worked')).toHaveAccessibleDescription(/^Worked: Original .*\s·\sNot saved yet$/);
    await page.user.click(bar().getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(page.shell.notifications).toEqual([SUCCESS]));
    expect(hours.saves[0]?.body).toEqual({
      7: { '2026-11-20': { date: '2026-11-20', employee_id: 7, worked_hours: 12_600 } },
    });
  });

  it('undoes a change on another day and shows that day', async () => {
    serveWorked();
    const page = await openDay();
    await typeInto(page, field(KIM, 'worked'), '3.5{Enter}');
    await page.user.click(screen.getByRole('button', { name: 'Next day' }));
    await screen.findByText('Sat Nov 21');
    await page.user.click(screen.getByRole('button', { name: 'Next day' }));
    expect(await screen.findByRole('textbox', { name: `${KIM}, Sun Nov 22, worked` })).toBeVisible();
    await page.user.click(screen.getByRole('button', { name: 'Previous day' }));
    await screen.findByRole('textbox', { name: `${KIM}, Sat Nov 21, worked` });
    await page.user.click(bar().getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Fri Nov 20')).toBeVisible();
    await waitFor(() => expect(field(KIM, 'worked').closest('li')).toHaveFocus());
    expect(page.shell.unsaved).toBeNull();
  });

  it('restores the values before a save with Ctrl+Z in a field without typed text', async () => {
    const hours = serveWorked();
    const page = await openDay();
    const before = field(KIM, 'worked').value;
    await typeInto(page, field(KIM, 'worked'), '3.5{Enter}');
    await page.user.click(bar().getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(page.shell.notifications).toEqual([SUCCESS]));
    await page.user.click(field(KIM, 'worked'));
    await page.user.keyboard('{Control>}z{/Control}');
    expect(field(KIM, 'worked')).toHaveValue(before);
    expect(bar().getByText('Restored 1 cell; save to keep')).toBeVisible();
    await page.user.click(bar().getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(page.shell.notifications).toHaveLength(2));
    expect(hours.overrides.size).toBe(0);
    await typeInto(page, field(KIM, 'worked'), '4{Control>}z{/Control}');
    expect(bar().queryByText(/Restored/)).toBeNull();
  });

  it('shows an error and links to its field from another day', async () => {
    const hours = serveWorked();
    const page = await openDay();
    await typeInto(page, field(KIM, 'worked'), '25{Enter}');
    expect(field(KIM, 'worked')).toHaveAttribute('aria-invalid', 'true');
    const problem = screen.getByText('Must be 24 or less');
    expect(problem).toHaveAttribute('data-problem');
    expect(problem.parentElement).toHaveTextContent(/^Worked: Must be 24 or less · Original [\d.]+ · Not saved yet$/);
    expect(field(KIM, 'worked')).toHaveAccessibleDescription(/^Worked: Must be 24 or less/);
    await page.user.click(screen.getByRole('button', { name: 'Previous day' }));
    await screen.findByText('Thu Nov 19');
    await page.user.click(bar().getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(field(KIM, 'worked')).toHaveFocus());
    expect(hours.saves).toEqual([]);
  });

  it('keeps an open field’s text across a reload', async () => {
    serveWorked();
    const first = await openDay();
    await typeInto(first, field(KIM, 'worked'), '3.5');
    await waitFor(() => expect(first.shell.unsaved).not.toBeNull());
    await waitFor(() => expect(Object.values(sessionStorage).join('')).toContain('12600'));
    await closeWorked();
    await openDay({ practiceId: first.practiceId });
    expect(screen.getByText('1 unsaved change restored')).toBeVisible();
    expect(field(KIM, 'worked')).toHaveValue('3.50');
  });

  it('removes saved edits with Reset day', async () => {
    const hours = serveWorked();
    hours.set('7.2026-11-20.worked_hours', 36_000);
    const page = await openDay();
    expect(field(KIM, 'worked')).toHaveValue('10.00');
    await page.user.click(screen.getByRole('button', { name: `Reset day: ${KIM}` }));
    await page.user.click(bar().getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(page.shell.notifications).toEqual([SUCCESS]));
    expect(hours.overrides.size).toBe(0);
  });

  it('shows conflicts with others and applies the choice', async () => {
    const hours = serveWorked();
    const page = await openDay();
    await typeInto(page, field(KIM, 'worked'), '3.5{Enter}');
    hours.set('7.2026-11-20.worked_hours', 3600);
    await page.user.click(bar().getByRole('button', { name: 'Save Changes' }));
    const panel = within(await screen.findByRole('group', { name: 'Changed by someone else' }));
    expect(screen.getByText(/Changed by someone else too/)).toBeVisible();
    await page.user.click(panel.getByRole('button', { name: 'Take all of theirs' }));
    await waitFor(() => expect(field(KIM, 'worked')).toHaveValue('1.00'));
    expect(page.shell.unsaved).toBeNull();
  });

  it('is read-only without the right, and lists former and absent providers last', async () => {
    const [first, ...others] = people;
    serveWorked(first ? [{ ...first, left_on: '2026-11-18' }, ...others] : others);
    await openDay({ rights: ['settings'] });
    expect(screen.getByText(missingRight('hours'), { ignore: '[hidden]' })).toBeVisible();
    expect(field(MARIA, 'worked')).toHaveAttribute('readonly');
    const names = within(screen.getByRole('group', { name: /^Hours of each/ }))
      .getAllByRole('listitem')
      .map((row) => row.textContent);
    expect(names.at(-1)).toBe(`${KIM}Left Nov 18`);
  });

  it('has other ranges and actions in one menu', async () => {
    serveWorked();
    const page = await openDay();
    expect(screen.queryByRole('button', { name: 'CSV' })).toBeNull();
    await page.user.click(screen.getByRole('button', { name: 'More' }));
    for (const name of ['CSV', 'PDF', 'Recalculate', 'Legend'])
      expect(screen.getByRole('menuitem', { name })).toBeVisible();
    // A disabled entry looks like the other ones.
    expect(screen.getByRole('menuitem', { name: 'Discard changes' })).not.toHaveAttribute('style');
    await page.user.click(screen.getByRole('menuitemradio', { name: 'Month' }));
    expect(await screen.findByRole('grid')).toBeVisible();
    expect(page.search()).toBe('?range=month&layout=grid');
  });
});
