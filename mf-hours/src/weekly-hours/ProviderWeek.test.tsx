import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { setPhone } from '../grid/testing/phone';
import { ANA, field, KIM, MARIA, openPage, type OpenPage, serveHours, withServer } from './testing/open-page';

withServer();
beforeEach(() => setPhone(true));

const providerButton = (name: string) => screen.getByRole('button', { name: (label) => label.startsWith(name) });

/** Opens the list, then the week of a provider. */
async function openWeek(name: string, rights?: Parameters<typeof openPage>[1]): Promise<OpenPage> {
  const page = await openPage({}, rights);
  await screen.findByRole('list', { name: 'Office and providers' });
  await page.user.click(providerButton(name));
  await screen.findByRole('list', { name: `Week of ${name}` });
  return page;
}

const dayButton = (name: string, day: string) =>
  screen.getByRole('button', { name: (label) => label.startsWith(`${name}, ${day}: `) });

describe('the weekly hours on a phone', () => {
  it('lists the office and the providers with their weeks, and everything else in one menu', async () => {
    serveHours();
    const page = await openPage();
    const list = within(await screen.findByRole('list', { name: 'Office and providers' }));
    expect(list.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
      'OfficeMon–Thu 8–5, Fri 8–21 provider follows38.0',
      `${ANA}Office hours38.0`,
      `${KIM}Mon 9–12, Wed 8–5Differs11.0`,
      `${MARIA}Mon–Thu 8–5Differs32.0`,
    ]);
    expect(screen.queryByRole('button', { name: 'Refresh' })).toBeNull();
    await page.user.click(screen.getByRole('button', { name: 'More' }));
    for (const name of ['Refresh', 'Copy day…', 'Exceptions and holidays', 'Plan a new schedule…'])
      expect(await screen.findByRole('menuitem', { name })).toBeVisible();
  });

  it('opens the week of a provider, the tapped time of a day, and saves it', async () => {
    const hours = serveHours();
    const page = await openWeek(KIM);
    expect(screen.getByRole('heading', { level: 1, name: KIM })).toBeVisible();
    await page.user.click(within(dayButton(KIM, 'Monday')).getByText('12:00'));
    await waitFor(() => expect(field(KIM, 'mon', 'end')).toHaveFocus());
    expect(field(KIM, 'mon', 'end')).toHaveAttribute('inputmode', 'decimal');
    await page.user.keyboard('130{Enter}');
    await waitFor(() => expect(field(KIM, 'mon', 'l_beg')).toHaveFocus());
    expect(dayButton(KIM, 'Monday')).toHaveAccessibleName(/9:00 AM to 1:30 PM, 4.5 hours.*changed/);
    const bar = within(screen.getByRole('region', { name: 'Unsaved changes' }));
    await page.user.click(bar.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(hours.saves).toHaveLength(1));
    expect(await screen.findByText('Saved successfully!')).toBeVisible();
    await page.user.click(screen.getByRole('button', { name: 'Done' }));
    expect(await screen.findByRole('list', { name: 'Office and providers' })).toBeVisible();
  });

  it('keeps edits in the list, and undoes them', async () => {
    serveHours();
    const page = await openWeek(KIM);
    await page.user.click(dayButton(KIM, 'Tuesday'));
    await waitFor(() => expect(field(KIM, 'tue', 'beg')).toHaveFocus());
    await page.user.keyboard('9-5');
    await page.user.click(screen.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(providerButton(KIM)).toHaveTextContent('Not saved'));
    expect(page.shell.unsaved).not.toBeNull();
    await page.user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(page.shell.unsaved).toBeNull());
  });

  it('goes to an error in the week of another provider', async () => {
    serveHours();
    const page = await openWeek(KIM);
    await page.user.click(dayButton(KIM, 'Monday'));
    await waitFor(() => expect(field(KIM, 'mon', 'beg')).toHaveFocus());
    await page.user.keyboard('8p');
    await page.user.click(screen.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(providerButton(KIM)).toHaveTextContent('Error'));
    await page.user.click(providerButton(MARIA));
    await screen.findByRole('list', { name: `Week of ${MARIA}` });
    await page.user.click(screen.getByRole('button', { name: `Go to the error: ${KIM}, Mon` }));
    await waitFor(() => expect(field(KIM, 'mon', 'end')).toHaveFocus());
    expect(field(KIM, 'mon', 'end')).toBeInvalid();
  });

  it('gives a follower own hours with the checkbox', async () => {
    serveHours();
    const page = await openWeek(ANA);
    await page.user.click(screen.getByRole('checkbox', { name: `Use Office Hours: ${ANA}` }));
    await page.user.click(dayButton(ANA, 'Friday'));
    await waitFor(() => expect(field(ANA, 'fri', 'beg')).toHaveFocus());
    expect(page.shell.unsaved).not.toBeNull();
  });

  it('opens no day without the right', async () => {
    serveHours();
    const page = await openWeek(KIM, ['settings']);
    await page.user.click(dayButton(KIM, 'Monday'));
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Copy week…' })).toBeNull();
  });
});
