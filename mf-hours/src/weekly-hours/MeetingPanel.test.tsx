import { describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { aDay } from './testing/builders';
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

describe("someone else's save", () => {
  it('is met by a warning that shows both versions, and the chosen ones are saved on the new version', async () => {
    const hours = serveHours();
    const page = await openHours();
    await editKim(page);
    await page.user.click(cell(KIM, 'mon'));
    await page.user.keyboard('10-2{Enter}');
    savedByOther(hours, 7, { ...aDay('tue', ['7:00 AM', '3:00 PM']), ...aDay('mon', ['8:00 AM', '12:00 PM']) });
    savedByOther(hours, 9, aDay('sat', ['9:00 AM', '1:00 PM']));
    await page.user.click(saveButton());

    const panel = within(await screen.findByRole('group', { name: 'Changed by someone else meanwhile' }));
    expect(
      panel.getByText('Sam Staff saved these hours on Nov 20, 2026, 9:42 AM, while you were editing'),
    ).toBeVisible();
    expect(cell('Maria Sandoval, RDH', 'sat')).toHaveAccessibleName(/9:00 AM to 1:00 PM/);
    expect(panel.getByRole('row', { name: /9:00 AM to 5:00 PM, no lunch .* 7:00 AM to 3:00 PM/ })).toBeVisible();
    expect(cell(KIM, 'tue')).toHaveAccessibleName(/9:00 AM to 5:00 PM.*changed by someone else too/);

    await page.user.click(saveButton());
    expect(screen.getByText('Not saved: 2 versions to choose first')).toBeVisible();
    expect(hours.saves).toHaveLength(1);

    await page.user.click(panel.getByRole('radio', { name: `Take theirs: ${KIM}, Tuesday` }));
    expect(cell(KIM, 'tue')).toHaveAccessibleName(/7:00 AM to 3:00 PM/);
    await page.user.click(panel.getByRole('radio', { name: `Keep yours: ${KIM}, Monday` }));
    await page.user.click(saveButton());
    await screen.findByText('Saved successfully!');
    expect(hours.rows.find((row) => row.provider_id === 7)).toMatchObject({
      ...aDay('tue', ['7:00 AM', '3:00 PM']),
      ...aDay('mon', ['10:00 AM', '2:00 PM']),
    });
    expect(hours.rows.find((row) => row.provider_id === 9)).toMatchObject(aDay('sat', ['9:00 AM', '1:00 PM']));
    expect(screen.queryByRole('group', { name: 'Changed by someone else meanwhile' })).toBeNull();
  });

  it.each([
    ['Keep all of yours', /9:00 AM to 5:00 PM/],
    ['Take all of theirs', /7:00 AM to 3:00 PM/],
  ])('%s decides for every day at once', async (button, shown) => {
    const hours = serveHours();
    const page = await openHours();
    await editKim(page);
    savedByOther(hours, 7, aDay('tue', ['7:00 AM', '3:00 PM']));
    await page.user.click(saveButton());
    await page.user.click(await screen.findByRole('button', { name: button }));
    expect(cell(KIM, 'tue')).toHaveAccessibleName(shown);
    expect(screen.getByText(/All versions are chosen/)).toBeVisible();
  });

  it('of other days needs no choice, only another save', async () => {
    const hours = serveHours();
    const page = await openHours();
    await editKim(page);
    savedByOther(hours, 9, aDay('sat', ['9:00 AM', '1:00 PM']));
    await page.user.click(saveButton());
    expect(await screen.findByText(/Save again to keep both/)).toBeVisible();
    await page.user.click(saveButton());
    await screen.findByText('Saved successfully!');
    expect(rowOf('Maria').getByRole('gridcell', { name: /Saturday: 9:00 AM to 1:00 PM/ })).toBeVisible();
    expect(hours.rows.find((row) => row.provider_id === 7)).toMatchObject(aDay('tue', ['9:00 AM', '5:00 PM']));
  });
});
