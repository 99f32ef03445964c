import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { aDay, officeTimes } from './testing/builders';
import { ANA, cell, KIM, MARIA, openHours, rowOf, serveHours, withServer } from './testing/open-page';

withServer();

const names = (): (string | null)[] =>
  screen.getAllByRole('rowheader').map((header) => header.querySelector('[data-name]')?.textContent ?? null);

describe('the filter of the toolbar', () => {
  it('focuses with / and shows the office and matching providers', async () => {
    serveHours();
    const { user, shell, practiceId } = await openHours();
    await user.keyboard('/');
    expect(screen.getByRole('searchbox', { name: 'Filter by name' })).toHaveFocus();
    await user.keyboard('kim');
    expect(names()).toEqual(['Office', KIM, null]);
    expect(shell.visited.at(-1)).toBe(`/settings/${practiceId}/practice/provider-hours?name=kim`);
    await user.clear(screen.getByRole('searchbox', { name: 'Filter by name' }));
    await user.keyboard('nobody');
    expect(screen.getByText('No name matches “nobody”.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show all providers' }));
    expect(names()).toEqual(['Office', ANA, KIM, MARIA, null]);
    expect(shell.visited.at(-1)).toBe(`/settings/${practiceId}/practice/provider-hours`);
  });

  it('filters those that differ and keeps the row that is being edited', async () => {
    serveHours();
    const { user } = await openHours();
    await user.click(screen.getByRole('button', { name: 'Only those that differ\u00a0·\u00a02' }));
    expect(names()).toEqual(['Office', KIM, MARIA, null]);
    await user.click(cell(MARIA, 'fri'));
    await user.keyboard('8-2');
    expect(names()).toEqual(['Office', KIM, MARIA, null]);
    await user.keyboard('{Enter}');
    expect(names()).toEqual(['Office', KIM, null]);
    expect(screen.getByRole('button', { name: 'Only those that differ\u00a0·\u00a01' })).toBeVisible();
  });

  it('reads the filter from the address', async () => {
    serveHours();
    const location = () => ({
      pathname: '/settings/1/practice/provider-hours',
      search: '?differing=1&name=mar',
      hash: '',
    });
    await openHours({ location });
    expect(names()).toEqual(['Office', MARIA, null]);
  });
});

describe('copying a day', () => {
  it('asks before discarding choices and closes without a question when there are none', async () => {
    serveHours();
    const { user, shell } = await openHours();
    await user.click(screen.getByRole('button', { name: 'Copy day…' }));
    const friday = await screen.findByRole('checkbox', { name: 'Friday' });
    await user.click(friday);
    expect(shell.unsaved).toEqual({ what: 'what you entered in “Copy a day to other days”', lostWithQuery: true });
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(friday).not.toBeChecked();
    await user.click(friday);
    expect(shell.unsaved).toBeNull();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('keeps the choices across a reload', async () => {
    serveHours();
    const page = await openHours();
    await page.user.click(screen.getByRole('button', { name: 'Copy day…' }));
    await page.user.click(await screen.findByRole('checkbox', { name: 'Friday' }));
    const { shell } = await page.reload();
    expect(await screen.findByRole('checkbox', { name: 'Friday' })).not.toBeChecked();
    expect(screen.getByRole('checkbox', { name: 'Thursday' })).toBeChecked();
    expect(shell.unsaved).toEqual({ what: 'what you entered in “Copy a day to other days”', lostWithQuery: true });
  });

  it('copies to all shown providers with own hours, and undoes it in one step', async () => {
    const hours = serveHours();
    const { user } = await openHours();
    await user.click(screen.getByRole('button', { name: 'Copy day…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Copy a day to other days' }));
    expect(dialog.getByText('1 provider who follows the office stays unchanged.')).toBeVisible();
    expect(dialog.getByText(/^This gives hours to 4 days off: Dr. Kim Osei, Tuesday,/)).toBeVisible();
    expect(dialog.getByRole('checkbox', { name: 'Monday' })).toBeDisabled();
    await user.click(dialog.getByRole('checkbox', { name: 'Friday' }));
    await user.click(dialog.getByRole('button', { name: 'Copy to 3 days of 2 providers' }));

    expect(await screen.findByText('Copied Monday to 3 days of 2 providers.')).toBeVisible();
    await waitFor(() => expect(cell(KIM, 'thu')).toHaveAccessibleName(/9:00 AM to 12:00 PM/));
    expect(cell(KIM, 'fri')).toHaveAccessibleName(/Off/);
    expect(cell('Office', 'tue')).toHaveAccessibleName(/8:00 AM to 5:00 PM/);

    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(cell(KIM, 'thu')).toHaveAccessibleName(/Off/);
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    expect(hours.saves).toEqual([]);
  });

  it('starts with the open day of one row', async () => {
    serveHours();
    const { user } = await openHours();
    await user.click(cell(KIM, 'wed'));
    await user.click(screen.getByRole('button', { name: 'Copy to…' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByRole('combobox', { name: 'Copy' })).toHaveDisplayValue('Wednesday');
    await user.click(dialog.getByRole('button', { name: `Copy to 4 days of ${KIM}` }));
    expect(await screen.findByText(`Copied Wednesday to 4 days of ${KIM}.`)).toBeVisible();
    await waitFor(() => expect(cell(KIM, 'mon')).toHaveAccessibleName(/8:00 AM to 5:00 PM, lunch/));
    expect(cell(MARIA, 'fri')).toHaveAccessibleName(/Off/);
  });

  it('disables the copy when it would change nothing', async () => {
    serveHours();
    const { user } = await openHours();
    await user.click(screen.getByRole('button', { name: 'Copy day…' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Of' }), ANA);
    const confirm = dialog.getByRole('button', { name: `Copy to 4 days of ${ANA}` });
    expect(confirm).toHaveAttribute('aria-disabled', 'true');
    expect(confirm).toHaveAccessibleDescription('Choose at least one day, and someone with own hours.');
  });
});

describe('the menu of a row', () => {
  it('copies the week to other providers as own hours, with one Undo', async () => {
    serveHours();
    const { user } = await openHours();
    await user.click(rowOf(KIM).getByRole('button', { name: `Copy or revert: ${KIM}` }));
    await user.click(await screen.findByRole('menuitem', { name: 'Copy week to providers…' }));
    const dialog = within(await screen.findByRole('dialog', { name: `Copy the week of ${KIM}` }));
    await user.click(dialog.getByRole('checkbox', { name: 'All shown providers (2)' }));
    expect(dialog.getByText('1 provider of these follows the office now and will have own hours.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Copy to 2 providers' }));

    expect(await screen.findByText(`Copied the week of ${KIM} to 2 providers.`)).toBeVisible();
    await waitFor(() => expect(cell(ANA, 'mon')).toHaveAccessibleName(/9:00 AM to 12:00 PM/));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(cell(ANA, 'mon')).toHaveAccessibleName(/8:00 AM to 5:00 PM.*follows the office/);
  });

  it('asks before discarding chosen providers, and copies nothing', async () => {
    serveHours();
    const { user, shell } = await openHours();
    await user.click(rowOf(KIM).getByRole('button', { name: `Copy or revert: ${KIM}` }));
    await user.click(await screen.findByRole('menuitem', { name: 'Copy week to providers…' }));
    const dialog = within(await screen.findByRole('dialog', { name: `Copy the week of ${KIM}` }));
    const all = dialog.getByRole('checkbox', { name: 'All shown providers (2)' });
    await user.click(all);
    expect(shell.unsaved).toEqual({ what: `what you entered in “Copy the week of ${KIM}”`, lostWithQuery: true });
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(all).toBeChecked();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(cell(ANA, 'mon')).toHaveAccessibleName(/8:00 AM to 5:00 PM.*follows the office/);
    expect(shell.unsaved).toBeNull();
  });

  it('reverts all changes of the row', async () => {
    serveHours();
    const { user, shell } = await openHours();
    await user.click(cell(KIM, 'mon'));
    await user.keyboard('10{Tab}2{Enter}');
    await user.click(rowOf(KIM).getByRole('checkbox'));
    await user.click(rowOf(KIM).getByRole('button', { name: `Copy or revert: ${KIM}` }));
    await user.click(await screen.findByRole('menuitem', { name: 'Revert this row' }));
    await waitFor(() => expect(shell.unsaved).toBeNull());
    expect(cell(KIM, 'mon')).toHaveAccessibleName(/9:00 AM to 12:00 PM/);
  });
});

it('saves the copied hours', async () => {
  const hours = serveHours();
  const { user } = await openHours();
  await user.click(rowOf('Office').getByRole('button', { name: 'Copy or revert: Office' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Copy week to providers…' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('checkbox', { name: KIM }));
  await user.click(dialog.getByRole('button', { name: 'Copy to 1 provider' }));
  await user.click(await screen.findByRole('button', { name: 'Save Changes' }));
  await screen.findByText('Saved successfully!');
  expect(hours.rows.find((row) => row.provider_id === 7)).toMatchObject({ ...officeTimes, ...aDay('sat', ['', '']) });
});
