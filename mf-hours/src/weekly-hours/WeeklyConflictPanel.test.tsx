import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { aDay, aFollower } from './testing/builders';
import {
  cell,
  editKim,
  KIM,
  openHours,
  rowOf,
  saveButton,
  savedByOther,
  serveHours,
  withServer,
} from './testing/open-page';

withServer();

describe('when someone else saved', () => {
  it('warns with both versions and saves the chosen ones on the new version', async () => {
    const hours = serveHours();
    const page = await openHours();
    await editKim(page);
    await page.user.click(cell(KIM, 'mon'));
    await page.user.keyboard('10-2{Enter}');
    savedByOther(hours, 7, { ...aDay('tue', ['7:00 AM', '3:00 PM']), ...aDay('mon', ['8:00 AM', '12:00 PM']) });
    savedByOther(hours, 9, aDay('sat', ['9:00 AM', '1:00 PM']));
    await page.user.click(saveButton());

    const panel = within(await screen.findByRole('group', { name: 'Changed by someone else' }));
    expect(panel.getByText('Sam Staff changed fields that you have edited')).toBeVisible();
    expect(panel.getAllByText('Sam Staff, Nov 20, 2026, 9:42 AM CST')).toHaveLength(3);
    expect(cell('Maria Sandoval, RDH', 'sat')).toHaveAccessibleName(/9:00 AM to 1:00 PM/);
    expect(panel.getByRole('row', { name: /Tuesday, end .* 5:00 PM .* 3:00 PM/ })).toBeVisible();
    expect(cell(KIM, 'tue')).toHaveAccessibleName(/9:00 AM to 5:00 PM.*changed by someone else too/);

    await page.user.click(saveButton());
    expect(screen.getByText('Not saved: 3 versions to choose first')).toBeVisible();
    expect(hours.saves).toHaveLength(1);

    const choose = (side: string, field: string) =>
      page.user.click(panel.getByRole('radio', { name: (label) => label.startsWith(`${side}: ${KIM}, ${field}:`) }));
    await choose('Take theirs', 'Tuesday, start');
    await choose('Take theirs', 'Tuesday, end');
    expect(cell(KIM, 'tue')).toHaveAccessibleName(/7:00 AM to 3:00 PM/);
    await choose('Keep yours', 'Monday, start');
    await page.user.click(saveButton());
    await screen.findByText('Saved successfully!');
    expect(hours.rows.find((row) => row.provider_id === 7)).toMatchObject({
      ...aDay('tue', ['7:00 AM', '3:00 PM']),
      ...aDay('mon', ['10:00 AM', '2:00 PM']),
    });
    expect(hours.rows.find((row) => row.provider_id === 9)).toMatchObject(aDay('sat', ['9:00 AM', '1:00 PM']));
    expect(screen.queryByRole('group', { name: 'Changed by someone else' })).toBeNull();
  });

  it.each([
    ['Keep all of yours', /9:00 AM to 5:00 PM/],
    ['Take all of theirs', /7:00 AM to 3:00 PM/],
  ])('resolves every field at once: %s', async (button, shown) => {
    const hours = serveHours();
    const page = await openHours();
    await editKim(page);
    savedByOther(hours, 7, aDay('tue', ['7:00 AM', '3:00 PM']));
    await page.user.click(saveButton());
    await page.user.click(await screen.findByRole('button', { name: button }));
    expect(cell(KIM, 'tue')).toHaveAccessibleName(shown);
    expect(screen.queryByText(/to choose/)).toBeNull();
  });

  it('merges changes of other days, saves both together and shows what was merged', async () => {
    const hours = serveHours();
    const page = await openHours();
    await editKim(page);
    savedByOther(hours, 9, aDay('sat', ['9:00 AM', '1:00 PM']));
    await page.user.click(saveButton());
    await screen.findByText('Saved successfully!');
    expect(page.shell.notifications).toContainEqual({
      severity: 'info',
      message: '4 changes by Sam Staff were merged.',
    });
    expect(rowOf('Maria').getByRole('gridcell', { name: /Saturday: 9:00 AM to 1:00 PM/ })).toBeVisible();
    expect(hours.rows.find((row) => row.provider_id === 7)).toMatchObject(aDay('tue', ['9:00 AM', '5:00 PM']));
    expect(hours.rows.find((row) => row.provider_id === 9)).toMatchObject(aDay('sat', ['9:00 AM', '1:00 PM']));
  });
});

describe('when a sync changes the providers during editing', () => {
  it('saves the edits and shows the new provider', async () => {
    const hours = serveHours();
    const page = await openHours();
    await editKim(page);
    hours.rows = [...hours.rows, aFollower({ provider_id: 20, 'first-name': 'Lee', 'last-name': 'Park' })];
    await page.user.click(saveButton());
    await screen.findByText('Saved successfully!');
    expect(await screen.findByRole('rowheader', { name: /Lee Park/ })).toBeVisible();
    expect(page.shell.notifications).toContainEqual({
      severity: 'info',
      message: 'Lee Park joined the practice and follows the office hours.',
    });
    expect(hours.rows.find((row) => row.provider_id === 7)).toMatchObject(aDay('tue', ['9:00 AM', '5:00 PM']));
    await page.user.click(cell(KIM, 'thu'));
    await page.user.keyboard('9-5{Enter}');
    await page.user.click(saveButton());
    await waitFor(() => expect(hours.saves.at(-1)?.body.map((row) => row.provider_id)).toContain(20));
  });

  it('shows the new provider after Refresh and keeps the edits', async () => {
    const hours = serveHours();
    const page = await openHours();
    await editKim(page);
    hours.rows = [...hours.rows, aFollower({ provider_id: 20, 'first-name': 'Lee', 'last-name': 'Park' })];
    await page.user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByRole('rowheader', { name: /Lee Park/ })).toBeVisible();
    expect(cell(KIM, 'tue')).toHaveAccessibleName(/9:00 AM to 5:00 PM/);
  });

  it('drops the edits of a provider who left and shows a notice', async () => {
    const hours = serveHours();
    const page = await openHours();
    await editKim(page);
    hours.rows = hours.rows.filter((row) => row.provider_id !== 7);
    await page.user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(
      await screen.findByText(/Kim Osei is no longer in the practice, so your changes there were dropped/),
    ).toBeVisible();
    expect(page.shell.unsaved).toBeNull();
  });
});
