import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { faultsIn, renderKit } from 'shared-ui/testing';
import type { KeptNotification } from '../session/notifications';
import { giveResizing } from '../testing/browser';
import { NoAccessPage, NotFoundPage, NotInstalledPage } from './MissingPages';
import { NotificationList } from './NotificationList';
import { OverrideBanner } from './OverrideBanner';

const aNotification = (over: Partial<KeptNotification>): KeptNotification => ({
  id: 1,
  at: new Date(2026, 10, 20, 9, 5).getTime(),
  severity: 'error',
  message: 'Failed to save provider hours',
  ...over,
});

function list(notifications: KeptNotification[], onClear: () => void = () => undefined): React.ReactElement {
  return <NotificationList notifications={notifications} placement="above" onClear={onClear} />;
}

describe('NotificationList', () => {
  it('counts the errors that were not looked at yet', async () => {
    const first = aNotification({});
    const { person, rerender } = renderKit(
      list([aNotification({ id: 2, severity: 'success', message: 'Saved' }), first]),
    );
    await person.click(screen.getByRole('button', { name: 'Notifications, 1 new error' }));
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.getByRole('button', { name: 'Notifications' })).toHaveFocus();
    rerender(list([aNotification({ id: 4 }), aNotification({ id: 3 }), first]));
    expect(screen.getByRole('button', { name: 'Notifications, 2 new errors' })).toBeInTheDocument();
  });

  it('keeps each with its kind and its time', async () => {
    const { person } = renderKit(list([aNotification({})]));
    await person.click(screen.getByRole('button', { name: /Notifications/ }));
    const dialog = screen.getByRole('dialog', { name: 'Notifications' });
    const [entry] = within(dialog).getAllByRole('listitem');
    expect(entry).toHaveTextContent('Error: Failed to save provider hours9:05 AM');
    expect(await faultsIn(dialog)).toEqual([]);
  });

  it('can be cleared', async () => {
    const onClear = jest.fn();
    const { person, rerender } = renderKit(list([aNotification({})], onClear));
    await person.click(screen.getByRole('button', { name: /Notifications/ }));
    await person.click(screen.getByRole('button', { name: 'Clear' }));
    expect(onClear).toHaveBeenCalledTimes(1);
    rerender(list([], onClear));
    expect(screen.getByRole('dialog')).toHaveTextContent('Nothing was said in this session yet.');
  });
});

describe('OverrideBanner', () => {
  const override = { module: 'mf-hours', entry: 'http://127.0.0.1:9001/remoteEntry.js' };

  beforeEach(giveResizing);

  it('is not there without overrides', () => {
    renderKit(<OverrideBanner overrides={[]} onClear={() => Promise.resolve()} onHeight={() => undefined} />);
    expect(screen.queryByRole('region')).not.toBeInTheDocument();
  });

  it('says what comes from where, and ends it once', async () => {
    let finish: () => void = () => undefined;
    const onClear = jest.fn(
      () =>
        new Promise<void>((resolve) => {
          finish = resolve;
        }),
    );
    const { person, container } = renderKit(
      <OverrideBanner overrides={[override]} onClear={onClear} onHeight={() => undefined} />,
    );
    expect(screen.getByRole('region', { name: 'Developer override' })).toHaveTextContent(
      'mf-hours is loaded from http://127.0.0.1:9001/remoteEntry.js, for you alone.',
    );
    expect(await faultsIn(container)).toEqual([]);
    const button = screen.getByRole('button', { name: 'Use the released version of mf-hours' });
    await person.click(button);
    await person.click(button);
    expect(onClear.mock.calls).toEqual([['mf-hours']]);
    await act(async () => finish());
    expect(button).not.toHaveAttribute('aria-busy');
  });
});

describe('pages that stand in for a page', () => {
  it.each([
    ['an address that is nobody’s', <NotFoundPage key="1" />, 'Page not found', /There is no page at this address/],
    ['a page of others', <NoAccessPage key="2" />, 'You have no access to this page', /not a member of/],
    [
      'a module that is not here',
      <NotInstalledPage key="3" title="User Accounts" home />,
      'User Accounts',
      /not installed here/,
    ],
  ])('%s has a heading, a reason and a way on', async (_, page, heading, reason) => {
    const { container } = renderKit(page);
    expect(screen.getByRole('heading', { level: 1, name: heading })).toHaveAttribute('data-page-heading');
    expect(container).toHaveTextContent(reason);
    expect(screen.getByRole('link', { name: 'Go to the start page' })).toHaveAttribute('href', '/');
    expect(await faultsIn(container)).toEqual([]);
  });
});
