import { describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { anOffice, aWeek } from './testing/builders';
import { ANA, cell, field, KIM, openHours, rowOf, seenIn, serveHours, checkbox, withServer } from './testing/open-page';

withServer();

describe('an invalid day', () => {
  it('shows an error at the field and in the cell immediately, and clears it when fixed', async () => {
    serveHours();
    const { user } = await openHours();
    await user.click(cell(KIM, 'mon'));
    await user.keyboard('{Tab}{Tab}11:30{Tab}12:30');
    await waitFor(() => expect(field(KIM, 'mon', 'l_end')).toBeInvalid());
    expect(field(KIM, 'mon', 'l_end')).toHaveAccessibleDescription(/Lunch cannot end after day end/);
    await user.keyboard('{Enter}');
    expect(seenIn(cell(KIM, 'mon'))).toContain('Lunch cannot end after day end');
    expect(cell(KIM, 'mon')).toBeInvalid();
    expect(screen.getByText(`Error at ${KIM}, Mon: Lunch cannot end after day end`)).toHaveRole('status');
    expect(screen.getByRole('button', { name: `Go to the error: ${KIM}, Mon` })).toBeVisible();
    await user.click(screen.getByRole('button', { name: `Go to the error: ${KIM}, Mon` }));
    await waitFor(() => expect(field(KIM, 'mon', 'l_end')).toHaveFocus());
    await user.keyboard('12');
    await waitFor(() => expect(cell(KIM, 'mon')).toBeValid());
  });

  it('shows errors of stored hours', async () => {
    serveHours(aWeek(anOffice({ mon_end: '7:00 AM' })));
    await openHours();
    expect(seenIn(cell('Office', 'mon'))).toContain('End time must be after start time');
  });

  it('shows no error for an unfinished time before the field loses focus', async () => {
    serveHours();
    const { user } = await openHours();
    await user.click(cell(KIM, 'mon'));
    await user.keyboard('9:');
    expect(field(KIM, 'mon', 'beg')).toBeValid();
    await user.keyboard('{Tab}');
    expect(field(KIM, 'mon', 'beg')).toHaveAccessibleDescription(/Enter a time such as 9:30 AM/);
  });
});

describe('a tablet', () => {
  it('closes the day with Done, and keeps the input', async () => {
    const { matchMedia } = window;
    const media = jest
      .spyOn(window, 'matchMedia')
      .mockImplementation((query) => ({ ...matchMedia(query), matches: query.includes('coarse') }));
    serveHours();
    const { user } = await openHours();
    await user.click(cell(KIM, 'mon'));
    await user.keyboard('9:15');
    await user.click(screen.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('textbox', { name: /Monday, start/ })).toBeNull());
    expect(cell(KIM, 'mon')).toHaveAccessibleName(/9:15 AM/);
    media.mockRestore();
  });
});

describe('a provider who follows the office', () => {
  it('updates live with the office', async () => {
    serveHours();
    const { user } = await openHours();
    await user.click(cell('Office', 'sat'));
    await user.keyboard('9-12');
    await waitFor(() =>
      expect(cell(ANA, 'sat')).toHaveAccessibleName(/9:00 AM to 12:00 PM, 3.0 hours, follows the office/),
    );
    expect(rowOf(ANA).getByRole('gridcell', { name: `${ANA}, week: 41.0 hours` })).toBeVisible();
  });

  it('disables the fields, explains why, and offers own hours', async () => {
    serveHours();
    const { user } = await openHours();
    await user.click(cell(ANA, 'mon'));
    expect(field(ANA, 'mon', 'beg')).toBeDisabled();
    expect(
      screen.getByText('Follows the office, so the times can’t be changed here.', { selector: 'p' }),
    ).toBeVisible();
    const short = screen.getByRole('button', { name: 'Lunch of 30 minutes' });
    expect(short).toHaveAttribute('aria-disabled', 'true');
    await user.click(short);
    expect(cell(ANA, 'mon')).toHaveAccessibleName(/lunch 12:00 PM to 1:00 PM/);
    await user.click(screen.getByRole('button', { name: 'Give own hours' }));
    await waitFor(() => expect(field(ANA, 'mon', 'beg')).toHaveFocus());
    expect(checkbox(ANA)).not.toBeChecked();
    expect(field(ANA, 'mon', 'beg')).toHaveValue('8:00 AM');
  });

  it('copies all office times when the checkbox is selected, and undoes it in one step', async () => {
    serveHours();
    const { user, shell } = await openHours();
    await user.click(checkbox(KIM));
    expect(cell(KIM, 'mon')).toHaveAccessibleName(/8:00 AM to 5:00 PM.*follows the office/);
    expect(shell.unsaved).toEqual({ what: '1 unsaved change to Office & provider hours' });
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(checkbox(KIM)).not.toBeChecked();
    expect(cell(KIM, 'mon')).toHaveAccessibleName(/9:00 AM to 12:00 PM/);
    expect(shell.unsaved).toBeNull();
  });
});

describe('setting lunch', () => {
  it('disables the lunch lengths without a start, and focuses them with Alt and the arrow', async () => {
    serveHours();
    const { user } = await openHours();
    await user.click(cell(KIM, 'mon'));
    expect(screen.getByRole('button', { name: 'Lunch of 30 minutes' })).toHaveAccessibleDescription(
      'Set the lunch start first.',
    );
    await user.keyboard('{Tab}{Tab}1030{Alt>}{ArrowDown}{/Alt}{Enter}');
    expect(field(KIM, 'mon', 'l_end')).toHaveValue('11:00 AM');
  });
});

it('reverts a single day', async () => {
  serveHours();
  const { user } = await openHours();
  await user.click(cell(KIM, 'mon'));
  await user.keyboard('10{Enter}');
  await user.click(cell(KIM, 'wed'));
  await user.keyboard('10{Enter}');
  await user.click(cell(KIM, 'mon'));
  await user.click(screen.getByRole('button', { name: `Revert: ${KIM}, Monday` }));
  expect(cell(KIM, 'mon')).toHaveAccessibleName(/9:00 AM to 12:00 PM/);
  expect(cell(KIM, 'wed')).toHaveAccessibleName(/10:00 AM to 5:00 PM.*changed/);
});
