import { describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, within } from '@testing-library/react';
import { HoursRow } from './HoursRow';
import { aFollower, anOffice, aWeek } from './testing/builders';
import { cell, field, KIM, MARIA, openHours, rowOf, seenIn, serveHours, tick, withServer } from './testing/open-page';

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

  it('draws one row again while one is typed in, not all sixty', async () => {
    const providers = Array.from({ length: 60 }, (_, at) =>
      aFollower({
        provider_id: 100 + at,
        'first-name': 'Hygienist',
        'last-name': `${at}`,
        'same-as-office-hours': at > 30,
      }),
    );
    serveHours(aWeek(anOffice(), ...providers));
    const drawn = jest.spyOn(
      HoursRow as unknown as { type: (props: { row: { provider_id: number } }) => void },
      'type',
    );
    const { user } = await openHours();
    await user.click(cell('Hygienist 5', 'mon'));
    await user.clear(field('Hygienist 5', 'mon', 'beg'));
    drawn.mockClear();
    await user.keyboard('9');
    expect(drawn.mock.calls.map(([{ row }]) => row.provider_id)).toEqual([105]);
    drawn.mockRestore();
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
