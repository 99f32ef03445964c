import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { promoteModule } from 'shared-api/contracts';
import { answer, errorReply, reply } from 'shared-api/testing';
import type { OpenPage } from 'shared-ui/testing/pages';
import { aCanary, aModule, aVersion, shell, withCanary } from './testing/health-server';
import { network, openHealth, region, serve, superAdmin, toasts, withPage } from './testing/open-page';

withPage();

const open = (): Promise<OpenPage> => openHealth('', superAdmin);
const failed = aModule({ versions: [aVersion({ failing_people: 4, failed_visits: 6 })] });

/** Presses a button of the module and returns its dialog. */
async function ask({ user }: OpenPage, button: string): Promise<ReturnType<typeof within>> {
  await user.click(region('Hours').getByRole('button', { name: button }));
  return within(await screen.findByRole(button.startsWith('Change') ? 'dialog' : 'alertdialog'));
}
const press = ({ user }: OpenPage, dialog: ReturnType<typeof within>, name: string): Promise<void> =>
  user.click(dialog.getByRole('button', { name }));
const isClosed = (): Promise<void> =>
  waitFor(() => {
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

describe('when the person is not a super admin', () => {
  it('offers no change', async () => {
    serve([withCanary(), shell]);
    await openHealth();
    for (const name of [/Promote/, /Roll back/, /Change percentage/]) {
      expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
    }
  });
});

describe('when the person is a super admin', () => {
  it('offers no rollback when nothing failed and no canary runs', async () => {
    serve([aModule(), { ...shell, versions: [aVersion({ errors: 9 })] }]);
    await open();
    expect(screen.queryByRole('button', { name: /Roll back/ })).not.toBeInTheDocument();
  });

  it('promotes a canary to everyone', async () => {
    const server = serve();
    const page = await open();
    const dialog = await ask(page, 'Promote to everyone…');
    expect(dialog.getByRole('heading', { name: 'Promote Hours 1.3.0 to everyone?' })).toBeVisible();
    expect(
      dialog.getByText(/Everyone gets 1\.3\.0 on their next page load\. Today, 10% have it\. 1\.2\.0 stays ready/),
    ).toBeVisible();
    await press(page, dialog, 'Promote 1.3.0');
    await isClosed();
    expect(server.promoted).toEqual([{ module: 'mf-hours', version: '1.3.0', percent: 100 }]);
    expect(toasts(page)).toEqual(['success: Hours 1.3.0 is live for everyone.']);
    expect(await region('Hours').findByText(/1\.3\.0 is live/)).toBeVisible();
    expect(region('Hours').queryByText(/goes to/)).not.toBeInTheDocument();
  });

  it('says that a promotion needs approval', async () => {
    serve();
    network.use(answer(promoteModule, () => reply(promoteModule, { status: 'waiting', from: '1.2.0', to: '1.3.0' })));
    const page = await open();
    const dialog = await ask(page, 'Promote to everyone…');
    await press(page, dialog, 'Promote 1.3.0');
    await isClosed();
    expect(toasts(page)).toEqual([
      'info: Hours 1.3.0 waits for approval: another super admin approves it under Activity.',
    ]);
  });

  it('rolls back a canary', async () => {
    const server = serve();
    const page = await open();
    const dialog = await ask(page, 'Roll back…');
    expect(dialog.getByText(/The 10% of people who have it return to 1\.2\.0/)).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Keep it running' })).toHaveFocus();
    await press(page, dialog, 'Roll back 1.3.0');
    await isClosed();
    expect(server.rolledBack).toEqual([{ module: 'mf-hours', version: '1.3.0', role: 'canary' }]);
    expect(toasts(page)).toEqual(['success: Hours: 1.3.0 was withdrawn, everyone gets 1.2.0.']);
    await waitFor(() => expect(region('Hours').queryByText(/goes to/)).not.toBeInTheDocument());
  });

  it('rolls back a live version that failed', async () => {
    const server = serve([failed]);
    const page = await open();
    const dialog = await ask(page, 'Roll back…');
    expect(dialog.getByText(/Everyone gets 1\.1\.0, the previous live version, on/)).toBeVisible();
    await press(page, dialog, 'Roll back 1.2.0');
    await isClosed();
    expect(server.rolledBack).toEqual([{ module: 'mf-hours', version: '1.2.0', role: 'live', to: '1.1.0' }]);
    expect(toasts(page)).toEqual(['success: Hours 1.1.0 is live again for everyone.']);
    expect(await region('Hours').findByText(/1\.1\.0 is live/)).toBeVisible();
  });

  it('says which named people have a canary before it is promoted, rolled back or extended', async () => {
    const canary = aCanary({ percent: 0, people: ['ana@clinic.example'], internal: true });
    const server = serve([withCanary({ canary })]);
    const page = await open();
    const promote = await ask(page, 'Promote to everyone…');
    expect(promote.getByText(/Today, only ana@clinic\.example and internal staff have it\./)).toBeVisible();
    await press(page, promote, 'Cancel');
    await isClosed();
    const withdraw = await ask(page, 'Roll back…');
    expect(
      withdraw.getByText(/^Those who have it \(ana@clinic\.example and internal staff\) return to 1\.2\.0/),
    ).toBeVisible();
    await press(page, withdraw, 'Keep it running');
    await isClosed();
    const widen = await ask(page, 'Change percentage…');
    expect(widen.getByText('In any case, it goes to ana@clinic.example and internal staff.')).toBeVisible();
    await press(page, widen, 'Change to 10%');
    await isClosed();
    expect(server.promoted).toEqual([{ module: 'mf-hours', version: '1.3.0', percent: 10, rule: canary.rule }]);
    expect(
      await region('Hours').findByText('1.3.0 goes to ana@clinic.example, internal staff and 10% of people'),
    ).toBeVisible();
  });

  it('gives a canary to more people and keeps its withdrawal rule', async () => {
    const rule = { min_people: 20, max_failing_percent: 2 };
    const server = serve([withCanary({ canary: aCanary({ rule }) })]);
    const page = await open();
    const dialog = await ask(page, 'Change percentage…');
    const field = dialog.getByRole('spinbutton', { name: 'Percentage of people' });
    expect(field).toHaveValue(10);
    await page.user.clear(field);
    await page.user.type(field, '25');
    expect(dialog.getByRole('status')).toHaveTextContent('People who have it now keep it');
    await press(page, dialog, 'Change to 25%');
    await isClosed();
    expect(server.promoted).toEqual([{ module: 'mf-hours', version: '1.3.0', percent: 25, rule }]);
    expect(toasts(page)).toEqual(['success: Hours 1.3.0 goes to 25% of people.']);
    expect(await region('Hours').findByText('1.3.0 goes to 25% of people')).toBeVisible();
  });

  it('rejects 100 as the percentage of a canary', async () => {
    const server = serve();
    const page = await open();
    const dialog = await ask(page, 'Change percentage…');
    const field = dialog.getByRole('spinbutton', { name: 'Percentage of people' });
    await page.user.clear(field);
    await page.user.type(field, '100');
    expect(field).toHaveAccessibleDescription(/Enter a whole number between 1 and 99/);
    await press(page, dialog, 'Change percentage');
    expect(dialog.getByRole('button', { name: 'Change percentage' })).toHaveAttribute('aria-disabled', 'true');
    await press(page, dialog, 'Cancel');
    await page.user.click(await screen.findByRole('button', { name: 'Discard changes' }));
    await isClosed();
    expect(server.promoted).toEqual([]);
  });

  it('reopens the dialog with the typed percentage after a reload', async () => {
    serve();
    const page = await open();
    const field = (await ask(page, 'Change percentage…')).getByRole('spinbutton', { name: 'Percentage of people' });
    await page.user.clear(field);
    await page.user.type(field, '35');
    const { shell: after } = await page.reload();
    expect(await screen.findByRole('spinbutton', { name: 'Percentage of people' })).toHaveValue(35);
    expect(after.unsaved).not.toBeNull();
  });

  it('warns that a lower percentage takes the canary from people, and rejects an unchanged one', async () => {
    serve();
    const page = await open();
    const dialog = await ask(page, 'Change percentage…');
    expect(dialog.getByRole('button', { name: 'Change to 10%' })).toHaveAttribute('aria-disabled', 'true');
    const field = dialog.getByRole('spinbutton', { name: 'Percentage of people' });
    await page.user.clear(field);
    await page.user.type(field, '5');
    expect(dialog.getByRole('status')).toHaveTextContent('some people who have it now return to 1.2.0');
  });

  it('changes nothing on Escape', async () => {
    const server = serve();
    const page = await open();
    await ask(page, 'Promote to everyone…');
    await page.user.keyboard('{Escape}');
    await isClosed();
    expect([server.promoted, server.rolledBack]).toEqual([[], []]);
  });

  const changed = 'warning: The versions of Hours have changed in the meantime, so nothing was done.';

  it('promotes nothing when the canary was withdrawn meanwhile', async () => {
    const server = serve();
    const page = await open();
    const dialog = await ask(page, 'Promote to everyone…');
    server.modules = [aModule(), shell];
    await press(page, dialog, 'Promote 1.3.0');
    await isClosed();
    expect(server.promoted).toEqual([]);
    expect(toasts(page)).toEqual([changed]);
    await waitFor(() => expect(region('Hours').queryByText(/goes to/)).not.toBeInTheDocument());
  });

  it.each([
    ['the canary was withdrawn', [withCanary()], [aModule()], 'Roll back 1.3.0', /1\.2\.0 is live/],
    [
      'the canary was promoted',
      [withCanary()],
      [aModule({ live_version: '1.3.0' })],
      'Roll back 1.3.0',
      /1\.3\.0 is live/,
    ],
    ['a canary began', [failed], [withCanary()], 'Roll back 1.2.0', /goes to 10% of people/],
    ['another version went live', [failed], [aModule({ live_version: '1.3.0' })], 'Roll back 1.2.0', /1\.3\.0 is live/],
  ])(
    'rolls nothing back when %s meanwhile, and shows the current state',
    async (_, before, meanwhile, confirm, seen) => {
      const server = serve(before);
      const page = await open();
      const dialog = await ask(page, 'Roll back…');
      server.modules = meanwhile;
      await press(page, dialog, confirm);
      await isClosed();
      expect(server.modules).toEqual(meanwhile);
      expect(toasts(page)).toEqual([changed]);
      expect(await region('Hours').findByText(seen)).toBeVisible();
    },
  );

  it('shows why the server rejected the change, and allows another attempt', async () => {
    const server = serve();
    server.refuse = () => errorReply(409, 'pruned', 'Its files were removed.');
    const page = await open();
    const dialog = await ask(page, 'Roll back…');
    await press(page, dialog, 'Roll back 1.3.0');
    await waitFor(() => expect(toasts(page)).toHaveLength(1));
    expect(toasts(page)[0]).toContain('error: Hours was not changed. Its files were removed.');
    server.refuse = () => undefined;
    await press(page, dialog, 'Roll back 1.3.0');
    await isClosed();
  });
});

describe('the focus', () => {
  const heading = (): HTMLElement => region('Hours').getByRole('heading', { name: 'Hours' });

  it('moves the focus to the module heading after Roll back… removes its button', async () => {
    serve();
    const page = await open();
    await press(page, await ask(page, 'Roll back…'), 'Roll back 1.3.0');
    await isClosed();
    await waitFor(() => expect(heading()).toHaveFocus());
    expect(region('Hours').queryByRole('button', { name: 'Roll back…' })).not.toBeInTheDocument();
  });

  it('moves the focus to the module heading when the button disappears before the response arrives', async () => {
    const server = serve();
    const page = await open();
    const dialog = await ask(page, 'Promote to everyone…');
    server.modules = [aModule(), shell];
    await press(page, dialog, 'Promote 1.3.0');
    await isClosed();
    await waitFor(() => expect(heading()).toHaveFocus());
  });

  it('returns the focus to a button that still exists', async () => {
    serve();
    const page = await open();
    const dialog = await ask(page, 'Change percentage…');
    const field = dialog.getByRole('spinbutton', { name: 'Percentage of people' });
    await page.user.clear(field);
    await page.user.type(field, '25');
    await press(page, dialog, 'Change to 25%');
    await isClosed();
    expect(await region('Hours').findByText('1.3.0 goes to 25% of people')).toBeVisible();
    expect(region('Hours').getByRole('button', { name: 'Change percentage…' })).toHaveFocus();
  });

  it('leaves the focus where the person moved it meanwhile', async () => {
    const server = serve();
    const page = await open();
    const dialog = await ask(page, 'Roll back…');
    await press(page, dialog, 'Keep it running');
    await isClosed();
    const refresh = screen.getByRole('button', { name: 'Refresh' });
    server.modules = [aModule(), shell];
    await page.user.click(refresh);
    await waitFor(() => expect(region('Hours').queryByText(/goes to/)).not.toBeInTheDocument());
    expect(refresh).toHaveFocus();
  });
});
