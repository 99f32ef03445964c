import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { DayCell, type DayCellProps } from './DayCell';
import { HoursRow, type HoursRowProps } from './HoursRow';
import { aFollower, anOffice, aWeek } from './testing/builders';
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
  tick,
  withServer,
} from './testing/open-page';

withServer();

describe('reading the grid', () => {
  it('each row says its hours, day by day and for the week', async () => {
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

  it('holds no inputs but those of the open day', async () => {
    serveHours();
    const { user } = await openHours();
    expect(screen.queryAllByRole('textbox')).toHaveLength(0);
    await user.click(cell(KIM, 'mon'));
    expect(within(screen.getByRole('group', { name: `${KIM}, Monday` })).getAllByRole('textbox')).toHaveLength(4);
    expect(screen.getAllByRole('textbox')).toHaveLength(4);
  });

  it('calls an open day as it calls a closed one', async () => {
    serveHours();
    const { user } = await openHours();
    await user.click(cell(KIM, 'mon'));
    await user.keyboard('10');
    expect(cell(KIM, 'mon')).toHaveAccessibleName(
      'Dr. Kim Osei, Monday: 10:00 AM to 12:00 PM, 2.0 hours, start, end, lunch start, and lunch end differ from the office, changed',
    );
  });
});

describe('with sixty providers', () => {
  const ids = Array.from({ length: 60 }, (_, at) => 100 + at);
  const rows = jest.spyOn(HoursRow as unknown as { type: (props: HoursRowProps) => ReactNode }, 'type');
  const cells = jest.spyOn(DayCell as unknown as { type: (props: DayCellProps) => ReactNode }, 'type');

  /** The page with 31 providers who have hours of their own, and 29 who follow the office; one field of it is empty. */
  async function openLargeWeek(name: string): Promise<OpenPage> {
    const providers = ids.map((id) =>
      aFollower({
        provider_id: id,
        'first-name': 'Hygienist',
        'last-name': `${id}`,
        'same-as-office-hours': id > 130,
      }),
    );
    serveHours(aWeek(anOffice(), ...providers));
    const page = await openHours();
    await page.user.click(cell(name, 'mon'));
    await page.user.clear(field(name, 'mon', 'beg'));
    rows.mockClear();
    cells.mockClear();
    return page;
  }
  afterAll(() => {
    jest.restoreAllMocks();
  });

  it('draws one day of one row again while it is typed in', async () => {
    const { user } = await openLargeWeek('Hygienist 105');
    await user.keyboard('9');
    expect(rows.mock.calls.map(([{ row }]) => row.provider_id)).toEqual([105]);
    expect(cells.mock.calls.map(([{ id, day }]) => [id, day])).toEqual([[105, 'mon']]);
  });

  it('draws the office while it is typed in, then one day of each who follows', async () => {
    const { user } = await openLargeWeek('Office');
    await user.keyboard('9');
    const drawn = cells.mock.calls.map(([{ id, day }]) => [id, day]);
    expect(drawn[0]).toEqual([0, 'mon']);
    expect(drawn.filter(([, day]) => day !== 'mon')).toEqual([]);
    expect(drawn.filter(([id]) => Number(id) > 130)).toEqual(ids.filter((id) => id > 130).map((id) => [id, 'mon']));
    expect(cell('Hygienist 159', 'mon')).toHaveAccessibleName(/9:00 AM to 5:00 PM/);
  });
});

describe('typing into the grid', () => {
  it('goes with Tab from field to field and over to the next day', async () => {
    serveHours();
    const { user } = await openHours();
    await user.click(cell(KIM, 'thu'));
    await user.keyboard('8{Tab}5{Tab}12{Tab}1{Tab}');
    expect(cell(KIM, 'thu')).toHaveAccessibleName(/8:00 AM to 5:00 PM, lunch 12:00 PM to 1:00 PM, 8.0 hours/);
    expect(field(KIM, 'fri', 'beg')).toHaveFocus();
    await user.keyboard('{Shift>}{Tab}{/Shift}');
    expect(field(KIM, 'thu', 'l_end')).toHaveFocus();
  });

  it('replaces by typing on a closed day, and shows the times in one form when they are left', async () => {
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

  it('moves with the arrows between days, and opens with Enter and F2', async () => {
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
    await user.keyboard('{Escape}{Home}');
    expect(tick(MARIA)).toHaveFocus();
    await user.keyboard('{End}');
    expect(screen.getByRole('button', { name: `Copy or put back: ${MARIA}` })).toHaveFocus();
  });

  it('Escape leaves the day as it was when it was opened', async () => {
    serveHours();
    const { user, shell } = await openHours();
    await user.click(cell(KIM, 'mon'));
    await user.keyboard('7{Tab}3{Escape}');
    expect(cell(KIM, 'mon')).toHaveFocus();
    expect(cell(KIM, 'mon')).toHaveAccessibleName(/9:00 AM to 12:00 PM/);
    expect(shell.unsaved).toBeNull();
  });

  it('is one stop for Tab, and Tab goes on behind it', async () => {
    serveHours();
    const { user } = await openHours();
    const reachable = screen.getByRole('grid').querySelectorAll('[tabindex="0"]');
    expect(reachable).toHaveLength(1);
    await user.click(cell(MARIA, 'sun'));
    await user.keyboard('9{Tab}1{Tab}{Tab}{Tab}');
    expect(screen.getByRole('grid')).not.toContainElement(document.activeElement as HTMLElement);
    expect(cell(MARIA, 'sun')).toHaveAccessibleName(/9:00 AM to 1:00 PM/);
  });

  it('clears a day with Delete and takes that back with Ctrl+Z', async () => {
    serveHours();
    const { user } = await openHours();
    await user.click(cell(KIM, 'mon'));
    await user.keyboard('{Escape}{Delete}');
    expect(cell(KIM, 'mon')).toHaveAccessibleName(/Monday: Off/);
    expect(screen.getByText(`Cleared Monday of ${KIM}.`)).toBeVisible();
    await user.keyboard('{Control>}z{/Control}');
    expect(cell(KIM, 'mon')).toHaveAccessibleName(/9:00 AM to 12:00 PM/);
  });

  it('copies a closed day as text, and pastes such a text into another', async () => {
    serveHours();
    const { user } = await openHours();
    const setData = jest.fn();
    fireEvent.copy(cell('Office', 'mon'), { clipboardData: { setData } });
    expect(setData).toHaveBeenCalledWith('text/plain', '8:00 AM - 5:00 PM 12:00 PM - 1:00 PM');
    await user.click(cell(KIM, 'tue'));
    await user.keyboard('{Escape}');
    await user.paste('8:00 AM - 5:00 PM 12:00 PM - 1:00 PM');
    expect(cell(KIM, 'tue')).toHaveAccessibleName(/8:00 AM to 5:00 PM, lunch 12:00 PM to 1:00 PM/);
    await user.paste('not a day');
    expect(cell(KIM, 'tue')).toHaveAccessibleName(/8:00 AM to 5:00 PM, lunch 12:00 PM to 1:00 PM/);
  });
});
