import { describe, expect, it, jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { renderKit } from 'shared-ui/testing';
import { createNotifications } from './session/notifications';
import { Toasts } from './Toasts';

describe('Toasts', () => {
  it('shows notifications from before and after its code loads once each', async () => {
    const notifications = createNotifications();
    renderKit(<Toasts notifications={notifications} />);
    act(() => notifications.add({ severity: 'success', message: 'Saved hours' }));
    expect(screen.queryByRole('region', { name: 'Messages' })).not.toBeInTheDocument();
    act(() => notifications.add({ severity: 'error', message: 'Failed to save settings' }));
    expect(await screen.findAllByText('Saved hours')).toHaveLength(1);
    expect(screen.getAllByText('Failed to save settings')).toHaveLength(1);
    act(() => notifications.add({ severity: 'success', message: 'Saved settings' }));
    expect(screen.getAllByText('Saved settings')).toHaveLength(1);
    expect(screen.getAllByText('Saved hours')).toHaveLength(1);
  });

  it('loads its code soon after the first render, even without a notification', async () => {
    jest.useFakeTimers();
    renderKit(<Toasts notifications={createNotifications()} />);
    await act(() => jest.advanceTimersByTimeAsync(2_900));
    const region = (): Element | null => document.querySelector('[data-toasts]');
    expect(region()).toBeNull();
    await act(() => jest.advanceTimersByTimeAsync(200));
    expect(region()).toBeInTheDocument();
    jest.useRealTimers();
  });

  it('unmounts with the page', () => {
    const notifications = createNotifications();
    const { unmount } = renderKit(<Toasts notifications={notifications} />);
    unmount();
    act(() => notifications.add({ severity: 'success', message: 'Saved hours' }));
    expect(document.querySelector('[data-toasts]')).toBeNull();
  });
});
