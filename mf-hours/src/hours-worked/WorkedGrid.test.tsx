import { describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import {
  ANA,
  cell,
  copied,
  goTo,
  KIM,
  MARIA,
  openGrid,
  paste,
  announcement,
  serveWorked,
  withWorkedServer,
} from './testing/open-worked';
import { people } from './testing/hours-server';

withWorkedServer();

const row = (name: string): string[] =>
  ['Sun Nov 15', 'Mon Nov 16', 'Tue Nov 17', 'Wed Nov 18', 'Thu Nov 19', 'Fri Nov 20', 'Sat Nov 21'].map(
    (day) => announcement(cell(name, day, 'worked')).split(',')[0] ?? '',
  );

it('shows when a provider left', async () => {
  const [first, ...others] = people;
  serveWorked(first ? [{ ...first, left_on: '2026-11-18' }, ...others] : others);
  await openGrid();
  const grid = within(screen.getByRole('grid'));
  expect(grid.getByRole('rowheader', { name: /Dr\. Kim Osei.*Left Nov 18/ })).toBeVisible();
  expect(grid.getAllByText(/^Left /)).toHaveLength(1);
});

describe('the keyboard', () => {
  it('types, moves on with Enter and Tab, and restores a cell with Escape', async () => {
    serveWorked();
    const page = await openGrid();
    await goTo(page, KIM, 'Mon Nov 16', 'available');
    await page.user.keyboard('4{Enter}');
    expect(cell(KIM, 'Mon Nov 16', 'worked')).toHaveFocus();
    await page.user.keyboard('3,5{Tab}');
    expect(cell(KIM, 'Tue Nov 17', 'worked')).toHaveFocus();
    await page.user.keyboard('9{Escape}');
    expect(cell(KIM, 'Tue Nov 17', 'worked')).toHaveFocus();
    await page.user.keyboard('{F2}{Backspace}{Backspace}{Backspace}{Backspace}2{Shift>}{Enter}{/Shift}');
    expect(cell(KIM, 'Tue Nov 17', 'available')).toHaveFocus();
    expect([
      announcement(cell(KIM, 'Mon Nov 16', 'available')),
      announcement(cell(KIM, 'Mon Nov 16', 'worked')),
      announcement(cell(KIM, 'Tue Nov 17', 'worked')),
    ]).toEqual([
      '4.00, Original 8.00, Not saved yet',
      '3.50, Original 6.50, Not saved yet',
      '2.00, Original 6.00, Not saved yet',
    ]);
    expect(screen.getByText(`${KIM}, Tue Nov 17, worked: 2.00`)).toBeInTheDocument();
  });

  it('moves with arrows, to the edges, and leaves with Tab at the end of a row or after Escape', async () => {
    const hours = serveWorked();
    hours.set('3.2026-11-16.worked_hours', 36_000);
    const page = await openGrid();
    await goTo(page, MARIA, 'Wed Nov 18', 'worked');
    await page.user.keyboard('{ArrowUp}{ArrowRight}');
    expect(cell(MARIA, 'Thu Nov 19', 'available')).toHaveFocus();
    await page.user.keyboard('{Control>}{End}{/Control}');
    expect(cell(ANA, 'Sat Nov 21', 'worked')).toHaveFocus();
    await page.user.tab();
    expect(screen.getByRole('grid')).not.toContainElement(document.activeElement as HTMLElement);
    await page.user.tab({ shift: true });
    expect(cell(ANA, 'Sat Nov 21', 'worked')).toHaveFocus();
    await page.user.keyboard('{Home}{ArrowLeft}');
    expect(screen.getByRole('button', { name: `Reset Week: ${ANA}` })).toHaveFocus();
    await page.user.keyboard('{ArrowUp}');
    expect(screen.getByRole('rowheader', { name: MARIA })).toHaveFocus();
    const grid = screen.getByRole('grid');
    for (const shift of [false, true]) {
      await page.user.click(cell(ANA, 'Mon Nov 16', 'worked'));
      await page.user.keyboard('{Escape}');
      expect(grid).toHaveFocus();
      await page.user.tab({ shift });
      expect(grid.matches(':focus-within')).toBe(false);
    }
  });

  it('sets 0 with Delete, and undoes and redoes step by step', async () => {
    serveWorked();
    const page = await openGrid();
    await goTo(page, KIM, 'Mon Nov 16', 'available');
    await page.user.keyboard('{Shift>}{ArrowRight}{/Shift}{Delete}');
    const both = (): string[] =>
      ['Mon Nov 16', 'Tue Nov 17'].map((day) => announcement(cell(KIM, day, 'available')).slice(0, 4));
    expect(both()).toEqual(['0.00', '0.00']);
    await page.user.keyboard('{ArrowLeft}5{Enter}');
    expect(both()).toEqual(['5.00', '0.00']);
    await page.user.keyboard('{Control>}zz{/Control}');
    expect(both()).toEqual(['8.00', '8.00']);
    expect(page.shell.unsaved).toBeNull();
    await page.user.keyboard('{Control>}y{Shift>}z{/Shift}{/Control}');
    expect(both()).toEqual(['5.00', '0.00']);
  });

  it('fills to the right and down', async () => {
    serveWorked();
    const page = await openGrid();
    await goTo(page, KIM, 'Sun Nov 15', 'available');
    await page.user.keyboard('1{Enter}2{Enter}');
    await goTo(page, KIM, 'Sun Nov 15', 'available');
    await page.user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{ArrowDown}{/Shift}{Control>}d{/Control}');
    expect(announcement(cell(MARIA, 'Sun Nov 15', 'available'))).toMatch(/^1.00/);
    expect(announcement(cell(MARIA, 'Sun Nov 15', 'worked'))).toMatch(/^2.00/);
    await goTo(page, KIM, 'Sun Nov 15', 'worked');
    await page.user.keyboard('{Shift>}{End}{/Shift}{Control>}r{/Control}');
    expect(row(KIM)).toEqual(Array(7).fill('2.00'));
  });
});

describe('totals', () => {
  it('updates row and column totals on each edit and counts the days above 0', async () => {
    serveWorked();
    const page = await openGrid();
    const total = (label: string): HTMLElement => screen.getByRole('gridcell', { name: label });
    expect(total(`${KIM}, worked 35.00 hours`)).toBeVisible();
    await goTo(page, KIM, 'Mon Nov 16', 'worked');
    await page.user.keyboard('0{Enter}');
    expect(total(`${KIM}, worked 28.50 hours`)).toBeVisible();
    expect(total(`${KIM}, worked: 4 days`)).toBeVisible();
    expect(total('All providers, Mon Nov 16, worked 14.00 hours')).toBeVisible();
    expect(total('All providers, worked 98.50 hours')).toBeVisible();
  });
});

describe('the clipboard', () => {
  it('pastes a block from a spreadsheet and reports rejected cells', async () => {
    serveWorked();
    const page = await openGrid();
    await goTo(page, ANA, 'Fri Nov 20', 'available');
    paste('4\t25\t1\r\n7.3\t\r\n2\t2\r\n');
    expect(await screen.findByRole('alert')).toHaveTextContent('5 pasted cells couldn’t be applied');
    expect(screen.getByRole('alert')).toHaveTextContent('1 cell changed, 0 cleared. 3 cells didn’t fit the grid.');
    const list = within(screen.getByRole('list', { name: 'Pasted cells that couldn’t be applied' }));
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      `${ANA}, Sat Nov 21, available: “25”: Must be 24 or less`,
      `${ANA}, Fri Nov 20, worked: “7.3”: Must be in steps of 0.5`,
    ]);
    expect(announcement(cell(ANA, 'Fri Nov 20', 'available'))).toMatch(/^4.00/);
  });

  it('skips the row of a blank line, and counts the changed and cleared cells', async () => {
    serveWorked();
    const page = await openGrid();
    await goTo(page, KIM, 'Mon Nov 16', 'worked');
    paste('8:30\r\n\r\n5\t\r\n');
    const tools = screen.getByRole('group', { name: 'Changes' });
    expect(tools).toHaveTextContent('Pasted: 2 cells changed, 1 cleared');
    expect(announcement(cell(KIM, 'Mon Nov 16', 'worked'))).toMatch(/^8.50/);
    expect(announcement(cell(MARIA, 'Mon Nov 16', 'available'))).toBe('8.00');
    expect(announcement(cell(MARIA, 'Mon Nov 16', 'worked'))).toMatch(/^5.00/);
    expect(announcement(cell(MARIA, 'Tue Nov 17', 'worked'))).toMatch(/^0.00/);
    await page.user.keyboard('{Control>}z{/Control}');
    expect(tools).not.toHaveTextContent('Pasted');
    await goTo(page, ANA, 'Sat Nov 21', 'worked');
    paste('0');
    expect(tools).toHaveTextContent('Pasted: 0 cells changed, 0 cleared');
  });

  it('changes nothing for a lone line end, with a message', async () => {
    serveWorked();
    const page = await openGrid();
    await goTo(page, KIM, 'Mon Nov 16', 'available');
    await page.user.keyboard('{Shift>}{ArrowRight}{ArrowDown}{/Shift}');
    const before = copied();
    paste('\r\n');
    expect(copied()).toBe(before);
    expect(screen.getByRole('group', { name: 'Changes' })).toHaveTextContent('Pasted: 0 cells changed, 0 cleared');
    expect(page.shell.unsaved).toBeNull();
  });

  it('shows how a duration is interpreted during typing', async () => {
    serveWorked();
    const page = await openGrid();
    await goTo(page, KIM, 'Mon Nov 16', 'worked');
    await page.user.keyboard('8:30');
    expect(await screen.findByText('= 8.50 hours')).toBeVisible();
    await page.user.keyboard('{Enter}');
    expect(screen.queryByText('= 8.50 hours')).toBeNull();
    expect(announcement(cell(KIM, 'Mon Nov 16', 'worked'))).toMatch(/^8.50/);
  });

  it('copies a block for a spreadsheet and fills the selection with one value', async () => {
    serveWorked();
    const page = await openGrid();
    await goTo(page, KIM, 'Mon Nov 16', 'available');
    await page.user.keyboard('{Shift>}{ArrowRight}{ArrowDown}{/Shift}');
    expect(copied()).toBe('8.00\t8.00\r\n6.50\t6.00');
    paste('6,5');
    expect(copied()).toBe('6.50\t6.50\r\n6.50\t6.50');
  });
});

describe('the pointer', () => {
  it('selects a block by dragging and opens a cell with a double click', async () => {
    serveWorked();
    const page = await openGrid();
    await page.user.pointer([
      { keys: '[MouseLeft>]', target: cell(KIM, 'Mon Nov 16', 'available') },
      { target: cell(MARIA, 'Tue Nov 17', 'available'), coords: { clientX: 80, clientY: 60 } },
      { keys: '[/MouseLeft]' },
    ]);
    const selected = screen.getAllByRole('gridcell', { selected: true });
    expect(selected).toHaveLength(6);
    await page.user.dblClick(cell(KIM, 'Thu Nov 19', 'worked'));
    expect(screen.getByRole('textbox', { name: `Edit ${KIM}, Thu Nov 19, worked` })).toHaveValue('7.50');
  });

  it('keeps the pressed cell while the page scrolls under the pointer', async () => {
    serveWorked();
    const page = await openGrid();
    const coords = { clientX: 80, clientY: 60 };
    await page.user.pointer([
      { keys: '[MouseLeft>]', target: cell(KIM, 'Mon Nov 16', 'worked'), coords },
      { target: cell(MARIA, 'Mon Nov 16', 'available'), coords },
      { keys: '[/MouseLeft]' },
    ]);
    await page.user.keyboard('3,5{Enter}');
    expect(announcement(cell(KIM, 'Mon Nov 16', 'worked'))).toMatch(/^3.50/);
    expect(announcement(cell(MARIA, 'Mon Nov 16', 'available'))).not.toMatch(/Not saved yet/);
  });

  it('shows the original of a changed cell on hover', async () => {
    const hours = serveWorked();
    hours.set('7.2026-11-16.worked_hours', 36_000);
    const page = await openGrid();
    await page.user.hover(cell(KIM, 'Mon Nov 16', 'worked'));
    expect(screen.getByText('Original 6.50')).toBeVisible();
    await page.user.keyboard('{Escape}');
    expect(screen.queryByText('Original 6.50')).toBeNull();
    expect(announcement(cell(KIM, 'Mon Nov 16', 'worked'))).toBe('10.00, Original 6.50');
  });
});
