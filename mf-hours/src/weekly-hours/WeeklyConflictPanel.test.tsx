import { describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { aDay, aFollower } from './testing/builders';
import {
  cell,
  editKim,
  type HoursServer,
  KIM,
  MARIA,
  openHours,
  type OpenPage,
  rowOf,
  saveButton,
  savedByOther,
  serveHours,
  withServer,
} from './testing/open-page';

withServer();

describe('when someone else saved', () => {
  it('shows both versions and saves the chosen ones on the new version', async () => {
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
    expect(screen.getByText('Not saved: choose 3 versions first')).toBeVisible();
    expect(hours.saves).toHaveLength(1);

    const choose = (side: string, field: string) =>
      page.user.click(panel.getByRole('radio', { name: (label) => label.startsWith(`${side}: ${KIM}, ${field}:`) }));
    await choose('Take theirs', 'Tuesday, start');
    await choose('Take theirs', 'Tuesday, end');
    expect(cell(KIM, 'tue')).toHaveAccessibleName(/7:00 AM to 3:00 PM/);
    expect(page.shell.withdrawn).toBeUndefined();
    await choose('Keep yours', 'Monday, start');
    expect(page.shell.withdrawn).toEqual([expect.stringMatching(/^Not saved: Sam Staff /)]);
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

describe('the conflict notice', () => {
  const conflictPanel = () => screen.queryByRole('group', { name: 'Changed by someone else' });
  const conflict = async () => {
    const hours = serveHours();
    const page = await openHours();
    await editKim(page);
    savedByOther(hours, 7, aDay('tue', ['7:00 AM', '3:00 PM']));
    await page.user.click(saveButton());
    await waitFor(() => expect(conflictPanel()).toHaveFocus());
    return page;
  };

  it('undoes and redoes while focused, and closes with its last conflict', async () => {
    const page = await conflict();
    await page.user.keyboard('{Control>}z{/Control}');
    await waitFor(() => expect(conflictPanel()).toBeNull());
    expect(cell(KIM, 'tue')).toHaveAccessibleName(/7:00 AM to 3:00 PM/);
    expect(page.shell.unsaved).toBeNull();
    expect(saveButton()).toHaveFocus();
    await page.user.keyboard('{Control>}y{/Control}');
    await waitFor(() => expect(cell(KIM, 'tue')).toHaveAccessibleName(/9:00 AM to 5:00 PM/));
  });

  it('closes when the edits are discarded', async () => {
    const page = await conflict();
    await page.user.click(screen.getByRole('button', { name: 'Discard' }));
    await page.user.click(await screen.findByRole('button', { name: 'Discard 1 change' }));
    await waitFor(() => expect(conflictPanel()).toBeNull());
    expect(cell(KIM, 'tue')).toHaveAccessibleName(/7:00 AM to 3:00 PM/);
  });

  it('leaves undo to a text field', async () => {
    const page = await conflict();
    await page.user.click(screen.getByRole('searchbox', { name: 'Filter by name' }));
    await page.user.keyboard('{Control>}z{/Control}');
    expect(page.shell.unsaved).not.toBeNull();
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

  const leaves = (hours: HoursServer) => {
    hours.rows = [
      ...hours.rows.filter((row) => row.provider_id !== 7),
      aFollower({ provider_id: 20, 'first-name': 'Lee', 'last-name': 'Park' }),
    ];
  };
  /** Changes Kim's Tuesday and Saturday, and Maria's Sunday. */
  const editTwo = async (page: OpenPage) => {
    await editKim(page);
    await page.user.click(cell(KIM, 'sat'));
    await page.user.keyboard('8-12{Enter}');
    await page.user.click(cell(MARIA, 'sun'));
    await page.user.keyboard('9-1{Enter}');
  };
  const expectNotice = async () => {
    const notice = (await screen.findByText('Dr. Kim Osei is no longer a provider')).closest<HTMLElement>(
      '[role=alert]',
    );
    if (!notice) throw new Error('The notice is no alert');
    await waitFor(() => expect(notice).toHaveFocus());
    expect(notice).toHaveTextContent('Your 2 days for them weren’t saved. Lee Park is a new provider.');
    const lines = within(notice).getAllByRole('listitem');
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      'Tuesday: 9:00 AM-5:00 PM',
      'Saturday: 8:00 AM-12:00 PM',
    ]);
    expect(screen.queryByText(/changed fields that you have edited/)).toBeNull();
    return within(notice);
  };

  it('saves everything else immediately and shows the values of a provider who left', async () => {
    const hours = serveHours();
    const page = await openHours();
    await editTwo(page);
    leaves(hours);
    await page.user.click(saveButton());
    const notice = await expectNotice();
    expect(hours.saves).toHaveLength(1);
    expect(hours.rows.find((row) => row.provider_id === 9)).toMatchObject(aDay('sun', ['9:00 AM', '1:00 PM']));
    expect(page.shell.unsaved).toBeNull();
    const details = '2 days of Dr. Kim Osei weren’t saved.';
    expect(page.shell.notifications).toContainEqual({
      ...{ severity: 'warning', message: 'Provider hours saved successfully', details },
    });
    expect(screen.queryByText('Saved successfully!')).toBeNull();
    const written = jest.spyOn(navigator.clipboard, 'writeText');
    await page.user.click(notice.getByRole('button', { name: 'Copy these hours' }));
    expect(written).toHaveBeenCalledWith('Tuesday: 9:00 AM-5:00 PM\nSaturday: 8:00 AM-12:00 PM');
    expect(await notice.findByRole('button', { name: 'Copied' })).toBeVisible();
    await page.user.click(notice.getByRole('button', { name: 'Close' }));
    expect(screen.queryByText('Dr. Kim Osei is no longer a provider')).toBeNull();
    expect(saveButton()).toHaveFocus();
  });

  it('shows the values of a provider who left after Refresh, and keeps the other edits', async () => {
    const hours = serveHours();
    const page = await openHours();
    await editTwo(page);
    leaves(hours);
    await page.user.click(screen.getByRole('button', { name: 'Refresh' }));
    await expectNotice();
    expect(page.shell.unsaved).toEqual({ what: '1 unsaved change to Office & provider hours' });
  });

  it('reports no save when nothing else was edited', async () => {
    const hours = serveHours();
    const page = await openHours();
    await editKim(page);
    leaves(hours);
    savedByOther(hours, 9, aDay('sat', ['9:00 AM', '1:00 PM']));
    await page.user.click(saveButton());
    expect(await screen.findByText('Dr. Kim Osei is no longer a provider')).toBeVisible();
    expect(screen.queryByText('Saved successfully!')).toBeNull();
    expect(hours.saves).toHaveLength(1);
  });
});
