import { describe, expect, it } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import { renderKit } from 'shared-ui/testing';
import { createNotifications } from '../session/notifications';
import { Toasts } from './Toasts';

describe('Toasts', () => {
  it('shows notifications from before and after it is loaded, oldest first', async () => {
    const notifications = createNotifications();
    notifications.add({ severity: 'success', message: 'The first' });
    notifications.add({ severity: 'success', message: 'The second' });
    renderKit(<Toasts notifications={notifications} />);
    const region = screen.getByRole('region', { name: 'Messages' });
    expect(await within(region).findByText('The second')).toBeInTheDocument();
    act(() => notifications.add({ severity: 'error', message: 'The third' }));
    expect(await within(region).findByText('The third')).toBeInTheDocument();
    expect(region).toHaveTextContent(/The first.*The second.*The third/);
  });
});
