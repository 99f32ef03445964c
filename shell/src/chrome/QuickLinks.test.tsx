import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import { renderKit } from 'shared-ui/testing';
import { fixedLinks } from './fixed-links';
import { quickLinksKey, readLinks, writeLinks } from './quick-links';
import { QuickLinks } from './QuickLinks';

const worked = { vertical: 'practice', horizontal: 'provider-hours-worked', name: 'Hours worked' };
const history = { vertical: 'subscriptions', horizontal: 'payment-history', name: 'Payment history' };

function renderLinks(
  present: typeof worked | null = worked,
  isInstalled: (path: string) => boolean = () => true,
  targets = {},
) {
  const onNavigate = jest.fn();
  return {
    onNavigate,
    ...renderKit(<QuickLinks userId="u-1" practiceId={12} {...{ present, isInstalled, targets, onNavigate }} />),
  };
}

const savedNames = (): (string | null)[] =>
  within(screen.getByRole('list', { name: 'Your saved links' }))
    .getAllByRole('link')
    .map((link) => link.textContent);

beforeEach(() => localStorage.clear());
afterEach(() => {
  jest.restoreAllMocks();
});

describe('Quick Links', () => {
  it('offers the specified fixed links for the open practice', async () => {
    renderLinks();
    const links = within(screen.getByRole('list', { name: 'Links to settings pages' })).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['User Roles & Permissions', '/settings/12/office/role-definitions'],
      ['User Accounts', '/settings/12/office/user-accounts'],
      ['SMS & Email Templates', '/settings/12/communication/sms-templates'],
      ['Office & Provider Hours', '/settings/12/practice/provider-hours'],
      ['Patient Portal Settings', '/settings/12/patient-portal/settings'],
      ['Billing & Payment Methods', '/settings/12/subscriptions/payment-methods'],
      ['Voicemail Drop Campaigns', '/settings/12/voice/voicemail-campaigns'],
      ['Settings', '/settings/12/communication/settings'],
    ]);
    expect(screen.getByText('Links are kept in this browser only.')).toBeInTheDocument();
  });

  it('collapses links to pages that are not installed, and labels each', async () => {
    const { user } = renderLinks(worked, (path) => !path.includes('/voice/'));
    const list = within(screen.getByRole('list', { name: 'Links to settings pages' }));
    expect(list.getAllByRole('link')).toHaveLength(7);
    const fold = screen.getByText('1 page isn’t installed');
    expect(fold.closest('details')).not.toHaveAttribute('open');
    await user.click(fold);
    expect(fold.closest('details')).toHaveAttribute('open');
    const missing = screen.getByRole('link', { name: 'Voicemail Drop Campaigns' });
    expect(missing).toHaveAccessibleDescription('This page isn’t installed in this console');
    expect(screen.getByRole('link', { name: 'User Accounts' })).not.toHaveAccessibleDescription();
    expect(screen.getAllByText('Not installed')).toHaveLength(1);
  });

  it('links to the application that provides a page', () => {
    renderLinks(worked, (path) => !path.includes('/office/'), {
      'office/user-accounts': 'https://app.example.com/{practice}/{vertical}?tab={horizontal}',
      'practice/provider-hours': 'https://app.example.com/hours',
    });
    const list = within(screen.getByRole('list', { name: 'Links to settings pages' }));
    const accounts = list.getByRole('link', { name: /^User Accounts/ });
    expect(accounts).toHaveAttribute('href', 'https://app.example.com/12/office?tab=user-accounts');
    expect(accounts).toHaveAttribute('target', '_blank');
    // This page is installed.
    expect(list.getByRole('link', { name: 'Office & Provider Hours' })).toHaveAttribute(
      'href',
      '/settings/12/practice/provider-hours',
    );
    expect(screen.getByText('1 page isn’t installed')).toBeVisible();
  });

  it('marks the open page', () => {
    const [, , , hours] = fixedLinks;
    renderLinks(hours);
    expect(screen.getByRole('link', { name: 'Office & Provider Hours' })).toHaveAttribute('aria-current', 'page');
    expect(screen.getByRole('link', { name: 'User Accounts' })).not.toHaveAttribute('aria-current');
  });

  it('handles a plain click without reloading and leaves other clicks to the browser', async () => {
    const { user, onNavigate } = renderLinks();
    const link = screen.getByRole('link', { name: 'User Accounts' });
    await user.click(link);
    expect(onNavigate).toHaveBeenCalledWith('/settings/12/office/user-accounts');
    onNavigate.mockClear();
    link.addEventListener('click', (event) => event.preventDefault());
    await user.keyboard('{Control>}');
    await user.click(link);
    expect(onNavigate).not.toHaveBeenCalled();
  });

  it('saves the page only once and marks it as saved', async () => {
    const { user } = renderLinks();
    expect(screen.getByText('None yet.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Save this page' }));
    expect(savedNames()).toEqual(['Hours worked']);
    const saved = screen.getByRole('button', { name: 'Saved' });
    expect(saved).toHaveFocus();
    await user.click(saved);
    expect(savedNames()).toEqual(['Hours worked']);
    expect(readLinks('u-1')).toEqual([worked]);
  });

  it('removes a link, restores it on Undo and keeps focus in the panel', async () => {
    writeLinks('u-1', [worked, history]);
    const { user } = renderLinks();
    await user.click(screen.getByRole('button', { name: 'Remove Hours worked' }));
    expect(savedNames()).toEqual(['Payment history']);
    expect(readLinks('u-1')).toEqual([history]);
    expect(screen.getByRole('status')).toHaveTextContent('Hours worked was removed.');
    expect(screen.getByRole('button', { name: 'Save this page' })).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(savedNames()).toEqual(['Payment history', 'Hours worked']);
  });

  it('does not offer to save a page that is not a settings page', () => {
    renderLinks(null);
    expect(screen.queryByRole('button', { name: 'Save this page' })).not.toBeInTheDocument();
  });

  it('applies changes from another tab and does not undo them', async () => {
    const { user } = renderLinks();
    writeLinks('u-1', [history]);
    act(() => {
      dispatchEvent(new StorageEvent('storage', { key: quickLinksKey('u-1') }));
    });
    expect(savedNames()).toEqual(['Payment history']);
    writeLinks('u-1', []);
    await user.click(screen.getByRole('button', { name: 'Save this page' }));
    expect(savedNames()).toEqual(['Hours worked']);
  });

  it('warns when the browser cannot store links and shows them until the page closes', async () => {
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const { user } = renderLinks();
    await user.click(screen.getByRole('button', { name: 'Save this page' }));
    expect(savedNames()).toEqual(['Hours worked']);
    expect(screen.getByText(/storage is full or turned off/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Remove Hours worked' }));
    expect(screen.queryByRole('list', { name: 'Your saved links' })).not.toBeInTheDocument();
  });
});
