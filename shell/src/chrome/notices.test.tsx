import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { renderKit } from 'shared-ui/testing';
import type { StoredNotification } from '../session/notifications';
import { mockResizeObserver } from '../testing/browser';
import { NoAccessPage, NotFoundPage, NotInstalledPage } from './MissingPages';
import { NotificationList } from './NotificationList';
import { OverrideBanner } from './OverrideBanner';

const aNotification = (over: Partial<StoredNotification>): StoredNotification => ({
  id: 1,
  at: new Date(2026, 10, 20, 9, 5).getTime(),
  severity: 'error',
  message: 'Failed to save provider hours',
  ...over,
});

function list(notifications: StoredNotification[], onClear: () => void = () => undefined): React.ReactElement {
  return <NotificationList notifications={notifications} placement="above" onClear={onClear} />;
}

describe('NotificationList', () => {
  it('counts unseen errors', async () => {
    const first = aNotification({});
    const { user, rerender } = renderKit(
      list([aNotification({ id: 2, severity: 'success', message: 'Saved' }), first]),
    );
    await user.click(screen.getByRole('button', { name: 'Notifications, 1 new error' }));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.getByRole('button', { name: 'Notifications' })).toHaveFocus();
    rerender(list([aNotification({ id: 4 }), aNotification({ id: 3 }), first]));
    expect(screen.getByRole('button', { name: 'Notifications, 2 new errors' })).toBeInTheDocument();
  });

  it('shows each notification with its kind and time', async () => {
    const { user } = renderKit(list([aNotification({})]));
    await user.click(screen.getByRole('button', { name: /Notifications/ }));
    const dialog = screen.getByRole('dialog', { name: 'Notifications' });
    const [entry] = within(dialog).getAllByRole('listitem');
    expect(entry).toHaveTextContent('Error: Failed to save provider hours9:05 AM');
  });

  it('clears the list', async () => {
    const onClear = jest.fn();
    const { user, rerender } = renderKit(list([aNotification({})], onClear));
    await user.click(screen.getByRole('button', { name: /Notifications/ }));
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(onClear).toHaveBeenCalledTimes(1);
    rerender(list([], onClear));
    expect(screen.getByRole('dialog')).toHaveTextContent('No notifications in this session yet.');
  });
});

describe('OverrideBanner', () => {
  const override = { module: 'mf-hours', entry: 'http://127.0.0.1:9001/remoteEntry.js' };

  beforeEach(mockResizeObserver);

  it('renders nothing without overrides', () => {
    renderKit(
      <OverrideBanner overrides={[]} previews={[]} onClear={() => Promise.resolve()} onHeight={() => undefined} />,
    );
    expect(screen.queryByRole('region')).not.toBeInTheDocument();
  });

  it('names the override and its source, and ends it only once', async () => {
    let finish: () => void = () => undefined;
    const onClear = jest.fn(
      () =>
        new Promise<void>((resolve) => {
          finish = resolve;
        }),
    );
    const { user } = renderKit(
      <OverrideBanner overrides={[override]} previews={[]} onClear={onClear} onHeight={() => undefined} />,
    );
    expect(screen.getByRole('region', { name: 'Developer override' })).toHaveTextContent(
      'mf-hours is loaded from http://127.0.0.1:9001/remoteEntry.js, only for you.',
    );
    const button = screen.getByRole('button', { name: 'Use the released version of mf-hours' });
    await user.click(button);
    await user.click(button);
    expect(onClear.mock.calls).toEqual([['mf-hours']]);
    await act(async () => finish());
    expect(button).not.toHaveAttribute('aria-busy');
  });
});

it('names a preview and leaves it', async () => {
  const onClear = jest.fn((_module: string) => Promise.resolve());
  const preview = { name: 'mf-hours', title: 'Hours', preview: 'pr-17' };
  const { user } = renderKit(
    <OverrideBanner overrides={[]} previews={[preview]} onClear={onClear} onHeight={() => undefined} />,
  );
  expect(screen.getByRole('region', { name: 'Preview' })).toHaveTextContent('Preview pr-17 of Hours, only for you.');
  await user.click(screen.getByRole('button', { name: 'Leave the preview pr-17 of Hours' }));
  expect(onClear).toHaveBeenCalledWith('mf-hours');
});

describe('MissingPages', () => {
  it.each([
    ['an unknown address', <NotFoundPage key="1" />, 'Page not found', /There’s no page at this address/],
    ['a practice without access', <NoAccessPage key="2" />, 'You don’t have access to this page', /not a member of/],
    [
      'a module that is not installed',
      <NotInstalledPage key="3" title="User Accounts" home />,
      'User Accounts',
      /isn’t available yet/,
    ],
  ])('shows a heading, a reason and a link to the overview for %s', async (_, page, heading, reason) => {
    const { container } = renderKit(page);
    expect(screen.getByRole('heading', { level: 1, name: heading })).toHaveAttribute('data-page-heading');
    expect(container).toHaveTextContent(reason);
    expect(screen.getByRole('link', { name: 'Back to overview' })).toHaveAttribute('href', '/');
  });
});
