import { describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import {
  cell,
  field,
  KIM,
  MARIA,
  openHours,
  type OpenPage,
  rowOf,
  seenIn,
  serveHours,
  checkbox,
  withServer,
} from './testing/open-page';

withServer();

describe('reading the grid', () => {
  it('names the hours of each row by day and for the week', async () => {
    serveHours();
    await openHours();
    expect(cell(KIM, 'mon')).toHaveAccessibleName(
      'Dr. Kim Osei, Monday: 9:00 AM to 12:00 PM, 3.0 hours, start, end, lunch start, and lunch end differ from the office',
    );
    expect(cell(KIM, 'wed')).toHaveAccessibleName(
      'Dr. Kim Osei, Wednesday: 8:00 AM to 5:00 PM, lunch 12:00 PM to 1:00 PM, 8.0 hours',
    );
    expect(seenIn(cell(KIM, 'wed'))).toBe('8:00–5:00lunch 12:00–1:008.0');
    expect(seenIn(cell(KIM, 'sun'))).toBe('Off');
    expect(seenIn(cell('Office', 'sun'))).toBe('Closed');
    expect(rowOf(KIM).getByRole('gridcell', { name: `${KIM}, week: 11.0 hours` })).toBeVisible();
    expect(rowOf('All providers').getByRole('gridcell', { name: 'All providers, Monday: 19.0 hours' })).toBeVisible();
    expect(rowOf('Office').getByText('1 provider follows')).toBeVisible();
  });

  it('highlights the single fields that differ from the office', async () => {
    serveHours();
    const { user } = await openHours();
    await user.click(cell(MARIA, 'mon'));
    await user.click(field(MARIA, 'mon', 'end'));
    await user.clear(field(MARIA, 'mon', 'end'));
    await user.keyboard('430{Enter}');
    const marked = [...cell(MARIA, 'mon').querySelectorAll('[data-part][data-differs]')];
    expect(marked.map((part) => part.textContent)).toEqual(['4:30']);
    expect(cell(MARIA, 'mon')).toHaveAccessibleName(/: 8:00 AM to 4:30 PM.*end differs from the office, changed$/);
  });

  it('renders inputs only for the open day', async () => {
    serveHours();
    const { user } = await openHours();
    expect(screen.queryAllByRole('textbox')).toHaveLength(0);
    await user.click(cell(KIM, 'mon'));
    expect(within(screen.getByRole('group', { name: `${KIM}, Monday` })).getAllByRole('textbox')).toHaveLength(4);
    expect(screen.getAllByRole('textbox')).toHaveLength(4);
  });

  it('names an open day like a closed one', async () => {
    serveHours();
    const { user } = await openHours();
    await user.click(cell(KIM, 'mon'));
    await user.keyboard('10');
    await waitFor(() =>
      expect(cell(KIM, 'mon')).toHaveAccessibleName(
        'Dr. Kim Osei, Monday: 10:00 AM to 12:00 PM, 2.0 hours, start, end, lunch start, and lunch end differ from the office, changed',
      ),
    );
  });
});

describe('typing into the grid', () => {
  it('moves with Tab from field to field and on to the next day', async () => {
    serveHours();
    const { user } = await openHours();
    await user.click(cell(KIM, 'thu'));
    await user.keyboard('8{Tab}5{Tab}12{Tab}1{Tab}');
    expect(cell(KIM, 'thu')).toHaveAccessibleName(/8:00 AM to 5:00 PM, lunch 12:00 PM to 1:00 PM, 8.0 hours/);
    expect(field(KIM, 'fri', 'beg')).toHaveFocus();
    await user.keyboard('{Shift>}{Tab}{/Shift}');
    expect(field(KIM, 'thu', 'l_end')).toHaveFocus();
  });

  it('replaces a closed day on typing and formats the times on blur', async () => {
    serveHours();
    const { user } = await openHours();
    await user.click(cell(KIM, 'mon'));
    await user.keyboard('{Escape}930');
    expect(field(KIM, 'mon', 'beg')).toHaveValue('930');
    await user.keyboard('{Tab}1730');
    expect(field(KIM, 'mon', 'beg')).toHaveValue('9:30 AM');
    await user.keyboard('{Enter}');
    expect(cell(KIM, 'mon')).toHaveAccessibleName(/9:30 AM to 5:30 PM/);
    expect(cell(MARIA, 'mon')).toHaveFocus();
  });

  it('moves with arrows between days and opens with Enter and F2', async () => {
    serveHours();
    const { user } = await openHours();
    await user.click(cell('Office', 'mon'));
    await user.keyboard('{Escape}');
    expect(cell('Office', 'mon')).toHaveFocus();
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowRight}');
    expect(cell(KIM, 'tue')).toHaveFocus();
    await user.keyboard('{F2}');
    expect(field(KIM, 'tue', 'beg')).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(field(MARIA, 'tue', 'beg')).toHaveFocus();
    await user.keyboard('{Escape}{Home}{ArrowLeft}');
    expect(checkbox(MARIA)).toHaveFocus();
    await user.keyboard('{End}');
    expect(screen.getByRole('button', { name: `Copy or revert: ${MARIA}` })).toHaveFocus();
  });

  it('restores the day with Escape', async () => {
    serveHours();
    const { user, shell } = await openHours();
    await user.click(cell(KIM, 'mon'));
    await user.keyboard('7{Tab}3{Escape}');
    expect(cell(KIM, 'mon')).toHaveFocus();
    expect(cell(KIM, 'mon')).toHaveAccessibleName(/9:00 AM to 12:00 PM/);
    expect(shell.unsaved).toBeNull();
  });

  it('has a single tab stop, and Tab leaves at the end', async () => {
    serveHours();
    const { user } = await openHours();
    const reachable = screen.getByRole('grid').querySelectorAll('[tabindex="0"]');
    expect(reachable).toHaveLength(1);
    await user.click(cell(MARIA, 'sun'));
    await user.keyboard('9{Tab}1{Tab}{Tab}{Tab}');
    expect(screen.getByRole('grid')).not.toContainElement(document.activeElement as HTMLElement);
    expect(cell(MARIA, 'sun')).toHaveAccessibleName(/9:00 AM to 1:00 PM/);
  });

  it('clears a day with Delete and undoes it with Ctrl+Z', async () => {
    serveHours();
    const { user } = await openHours();
    await user.click(cell(KIM, 'mon'));
    await user.keyboard('{Escape}{Delete}');
    expect(cell(KIM, 'mon')).toHaveAccessibleName(/Monday: Off/);
    expect(screen.getByText(`Cleared Monday of ${KIM}.`)).toBeVisible();
    await user.keyboard('{Control>}z{/Control}');
    expect(cell(KIM, 'mon')).toHaveAccessibleName(/9:00 AM to 12:00 PM/);
  });

  it('moves with Tab from a complete day to the next day', async () => {
    serveHours();
    const { user } = await openHours();
    await user.click(cell(KIM, 'thu'));
    await user.keyboard('8-5 12-1{Tab}');
    expect(field(KIM, 'fri', 'beg')).toHaveFocus();
    expect(cell(KIM, 'thu')).toHaveAccessibleName(/8:00 AM to 5:00 PM, lunch 12:00 PM to 1:00 PM, 8.0 hours/);
  });

  it('shows the error of an invalid day in its cell and describes the cell with it', async () => {
    serveHours();
    const { user } = await openHours();
    await user.click(cell(KIM, 'tue'));
    await user.keyboard('9{Enter}');
    expect(cell(KIM, 'tue')).toHaveAccessibleDescription('End time must be set if start time is set.');
    expect(within(cell(KIM, 'tue')).getByText('End time must be set if start time is set.')).toBeVisible();
  });
});

describe('a block of days', () => {
  const DAY = '8:00 AM-12:00 PM, 1:00 PM-5:00 PM';

  /** Selects from a cell by keys, e.g. two to the right. */
  async function select({ user }: OpenPage, from: HTMLElement, keys: string): Promise<void> {
    await user.click(from);
    await user.keyboard(`{Escape}{Shift>}${keys}{/Shift}`);
  }

  it('copies rows with one text per day', async () => {
    serveHours();
    const page = await openHours();
    await select(page, cell(KIM, 'tue'), '{ArrowRight}{ArrowDown}');
    const selected = screen.getAllByRole('gridcell', { selected: true });
    expect(selected).toEqual([cell(KIM, 'tue'), cell(KIM, 'wed'), cell(MARIA, 'tue'), cell(MARIA, 'wed')]);
    const setData = jest.fn();
    fireEvent.copy(cell(MARIA, 'wed'), { clipboardData: { setData } });
    expect(setData).toHaveBeenCalledWith('text/plain', `off\t${DAY}\r\n${DAY}\t${DAY}`);
    expect(screen.getByText('4 days copied')).toBeInTheDocument();
  });

  it('extends with Shift and click, and by dragging', async () => {
    serveHours();
    const { user } = await openHours();
    await user.click(cell(KIM, 'mon'));
    await user.keyboard('{Escape}{Shift>}');
    await user.click(cell(MARIA, 'wed'));
    await user.keyboard('{/Shift}');
    expect(screen.getAllByRole('gridcell', { selected: true })).toHaveLength(6);
    expect(screen.queryByRole('textbox', { name: /Maria/ })).toBeNull();
    await user.pointer([
      { keys: '[MouseLeft>]', target: cell(KIM, 'tue') },
      { target: cell(KIM, 'fri'), coords: { clientX: 80, clientY: 60 } },
      { keys: '[/MouseLeft]' },
    ]);
    expect(screen.getAllByRole('gridcell', { selected: true })).toHaveLength(4);
    expect(screen.queryByRole('textbox', { name: /Kim/ })).toBeNull();
  });

  it('opens the pressed day although the page scrolls under the pointer', async () => {
    serveHours();
    const { user } = await openHours();
    const coords = { clientX: 80, clientY: 60 };
    await user.pointer([
      { keys: '[MouseLeft>]', target: cell(KIM, 'tue'), coords },
      { target: cell(MARIA, 'tue'), coords },
    ]);
    expect(screen.getAllByRole('gridcell', { selected: true })).toEqual([cell(KIM, 'tue')]);
    await user.pointer({ keys: '[/MouseLeft]', target: cell(KIM, 'tue'), coords });
    expect(screen.getAllByRole('textbox', { name: /Kim.*Tuesday/ })).not.toHaveLength(0);
  });

  it("pastes in one step and names values that don't fit", async () => {
    serveHours();
    const { user } = await openHours();
    await user.click(cell(KIM, 'sat'));
    await user.keyboard('{Escape}');
    await user.paste(`${DAY}\tsoon\t9-5\r\n10-2\t10-2\t10-2\r\n9-5`);
    expect(cell(KIM, 'sat')).toHaveAccessibleName(/8:00 AM to 5:00 PM, lunch 12:00 PM to 1:00 PM/);
    expect(cell(KIM, 'sun')).toHaveAccessibleName(/Sunday: Off/);
    expect(cell(MARIA, 'sun')).toHaveAccessibleName(/10:00 AM to 2:00 PM/);
    const report = screen.getByRole('alert');
    expect(report).toHaveTextContent('4 days weren’t changed');
    expect(report).toHaveTextContent('3 cells of the copied block don’t fit into the grid.');
    expect(
      within(report)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['Dr. Kim Osei, Sunday: “soon” isn’t a day. Use 9-5, or 9:00 AM-12:00 PM, 1:00 PM-5:00 PM, or off.']);
    expect(screen.getByText('Pasted: 3 days changed, 0 cleared')).toBeVisible();
    await user.keyboard('{Control>}z{/Control}');
    expect(cell(KIM, 'sat')).toHaveAccessibleName(/Saturday: Off/);
    expect(cell(MARIA, 'sun')).toHaveAccessibleName(/Sunday: Off/);
  });

  it('skips the row of a blank line, and counts the changed and cleared days', async () => {
    serveHours();
    const { user } = await openHours();
    await user.click(cell(KIM, 'mon'));
    await user.keyboard('{Escape}');
    await user.paste('\r\n10-2\r\n');
    expect(cell(KIM, 'mon')).toHaveAccessibleName(/9:00 AM to 12:00 PM/);
    expect(cell(MARIA, 'mon')).toHaveAccessibleName(/10:00 AM to 2:00 PM/);
    expect(screen.getByText('Pasted: 1 day changed, 0 cleared')).toBeVisible();
    await user.paste('\t9-5');
    expect(cell(KIM, 'mon')).toHaveAccessibleName(/Monday: Off/);
    expect(screen.getByText('Pasted: 1 day changed, 1 cleared')).toBeVisible();
    await user.paste('off');
    expect(screen.getByText(/^Pasted: \d days? changed, \d cleared$/)).toBeVisible();
  });

  it('changes nothing for a lone line end, with a message', async () => {
    serveHours();
    const { user, shell } = await openHours();
    await user.click(cell(KIM, 'mon'));
    await user.keyboard('{Escape}');
    await user.paste('\n');
    expect(cell(KIM, 'mon')).toHaveAccessibleName(/9:00 AM to 12:00 PM/);
    expect(screen.getByText('Pasted: 0 days changed, 0 cleared')).toBeVisible();
    expect(shell.unsaved).toBeNull();
  });

  it('skips days that follow the office and names them', async () => {
    serveHours();
    const page = await openHours();
    await select(page, cell('Office', 'tue'), '{ArrowDown}{ArrowDown}');
    await page.user.keyboard('{Control>}d{/Control}');
    expect(cell(KIM, 'tue')).toHaveAccessibleName(/8:00 AM to 5:00 PM, lunch/);
    expect(screen.getByRole('alert')).toHaveTextContent('Dr. Ana Whitfield, Tuesday: follows the office');
    expect(screen.getByText('Filled 1 day.')).toBeVisible();
  });

  it('fills to the right and clears, each in one step', async () => {
    serveHours();
    const page = await openHours();
    await select(page, cell(KIM, 'wed'), '{ArrowRight}{ArrowRight}');
    await page.user.keyboard('{Control>}r{/Control}');
    expect(cell(KIM, 'fri')).toHaveAccessibleName(/8:00 AM to 5:00 PM, lunch/);
    await page.user.keyboard('{Delete}');
    expect(screen.getByText('Cleared 3 days.')).toBeVisible();
    expect(cell(KIM, 'wed')).toHaveAccessibleName(/Wednesday: Off/);
    await page.user.keyboard('{Control>}z{/Control}');
    expect(cell(KIM, 'fri')).toHaveAccessibleName(/8:00 AM to 5:00 PM, lunch/);
    await page.user.keyboard('{Control>}z{/Control}');
    expect(cell(KIM, 'fri')).toHaveAccessibleName(/Friday: Off/);
    expect(page.shell.unsaved).toBeNull();
  });
});
