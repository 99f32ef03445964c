import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { createRef, useState } from 'react';
import { Page, UserIdContext } from 'shared-ui';
import { reloadStored, renderKit } from 'shared-ui/testing';
import { mockMatchMedia, mockResizeObserver, mockScrolling } from '../testing/browser';
import { AppLayout, type AppLayoutProps } from './AppLayout';

const bright = { id: 1, name: 'Bright Smiles Dental', time_zone: 'America/Chicago', pms_name: 'opendental' };
const north = { id: 4, name: 'Bright Smiles North', time_zone: 'America/New_York', pms_name: 'opendental' };

const areas = [
  {
    name: 'Practice',
    links: [
      { title: 'General', path: '/settings/1/practice/general' },
      { title: 'Office & provider hours', path: '/settings/1/practice/provider-hours' },
    ],
  },
  { name: 'Subscriptions', links: [{ title: 'Plans & features', path: '/settings/1/subscriptions/plans' }] },
];

/** The layout with the shortcut list's state, which its parent holds. */
function Layout(props: Omit<AppLayoutProps, 'shortcuts' | 'onShortcuts'>) {
  const [shortcuts, onShortcuts] = useState(false);
  return (
    <UserIdContext value={props.user.id}>
      <AppLayout {...props} {...{ shortcuts, onShortcuts }} />
    </UserIdContext>
  );
}

function renderChrome(width: number, over: Partial<AppLayoutProps> = {}) {
  const media = mockMatchMedia(width);
  const onNavigate = jest.fn();
  const onPoint = jest.fn();
  const onSignOut = jest.fn();
  const mainRef = createRef<HTMLElement>();
  return {
    media,
    onNavigate,
    onPoint,
    onSignOut,
    ...renderKit(
      <Layout
        user={{ id: 'u-owner', name: 'Olivia Marsh', email: 'owner@bright-smiles.example' }}
        internal={false}
        areas={areas}
        overview="/settings/1/overview"
        badges={new Map()}
        isInstalled={() => true}
        quickLinkTargets={{}}
        onPalette={() => undefined}
        path="/settings/1/practice/provider-hours"
        practice={bright}
        practices={[bright, north]}
        allPractices={false}
        searchPractices={() => Promise.resolve({ results: [], count: 0 })}
        onChoosePractice={() => undefined}
        notifications={[]}
        onClearNotifications={() => undefined}
        quickLink={{ vertical: 'practice', horizontal: 'provider-hours', name: 'Office & provider hours' }}
        overrides={[]}
        previews={[]}
        onClearOverride={() => Promise.resolve()}
        sharedComputer={{ isShared: false, onOpen: () => undefined, onSwitch: () => undefined }}
        {...{ onNavigate, onPoint, onSignOut, mainRef }}
        {...over}
      >
        <Page title="Office & provider hours">The grid</Page>
      </Layout>,
    ),
  };
}

const pages = (): HTMLElement => screen.getByRole('navigation', { name: 'Pages' });
const quickLinks = (): HTMLElement | null => screen.queryByRole('complementary', { name: 'Quick Links' });

beforeEach(() => {
  localStorage.clear();
  document.documentElement.removeAttribute('data-theme');
  mockScrolling();
  mockResizeObserver();
});

describe('the layout on a wide screen', () => {
  it('marks a page that the person can’t see, with the reason, and still opens it', async () => {
    const path = '/settings/1/activity';
    const links = [{ title: 'Activity', path, missing: 'activity' as const }];
    const { user, onNavigate } = renderChrome(1440, { areas: [{ name: 'Practice', links }] });
    const link = screen.getByRole('link', { name: 'Activity' });
    expect(link).toHaveAccessibleDescription(
      'You don’t have permission to see who changed what. Ask an owner of Bright Smiles Dental.',
    );
    await user.click(link);
    expect(onNavigate).toHaveBeenCalledWith(path);
  });

  it('hides the Quick Links until shown again, and remembers that', async () => {
    const { user, unmount } = renderChrome(1440);
    await user.click(screen.getByRole('button', { name: 'Hide Quick Links' }));
    expect(quickLinks()).toBeNull();
    unmount();
    const again = renderChrome(1440);
    expect(quickLinks()).toBeNull();
    await again.user.click(screen.getByRole('button', { name: 'Quick Links' }));
    expect(quickLinks()).toBeInTheDocument();
  });

  it('shows pages by area, the practice, the page and the Quick Links', async () => {
    renderChrome(1440);
    expect(
      within(pages())
        .getAllByRole('list')
        .map((list) => list.getAttribute('aria-labelledby')),
    ).toHaveLength(2);
    expect(
      within(screen.getByRole('list', { name: 'Practice' }))
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['General', 'Office & provider hours']);
    expect(screen.getByRole('button', { name: /Practice: Bright Smiles Dental/ })).toBeInTheDocument();
    expect(screen.getByRole('main')).toHaveTextContent('The grid');
    expect(quickLinks()).toBeInTheDocument();
  });

  it('marks the open page and follows links without reloading', async () => {
    const { user, onNavigate, onPoint } = renderChrome(1440);
    expect(within(pages()).getByRole('link', { current: 'page' })).toHaveTextContent('Office & provider hours');
    await user.click(within(pages()).getByRole('link', { name: 'Plans & features' }));
    expect(onPoint).toHaveBeenCalledWith('/settings/1/subscriptions/plans');
    expect(onNavigate).toHaveBeenCalledWith('/settings/1/subscriptions/plans');
  });

  it('lets the keyboard skip to the page', async () => {
    const { user } = renderChrome(1440);
    await user.tab();
    expect(screen.getByRole('link', { name: 'Skip to the page' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('main')).toHaveFocus();
  });

  it('hides the Quick Links on a page that is not a settings page', () => {
    renderChrome(1440, { quickLink: undefined });
    expect(quickLinks()).not.toBeInTheDocument();
  });
});

describe('the layout on narrower screens', () => {
  it('opens the Quick Links as a drawer under 1200 px', async () => {
    const { user, onNavigate } = renderChrome(1199);
    expect(quickLinks()).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Quick Links' }));
    const drawer = screen.getByRole('dialog', { name: 'Quick Links' });
    await user.click(within(drawer).getByRole('link', { name: 'User Accounts' }));
    expect(onNavigate).toHaveBeenCalledWith('/settings/1/office/user-accounts');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('shows the Quick Links again from 1200 px', () => {
    const { media } = renderChrome(1100);
    act(() => media.resize(1200));
    expect(quickLinks()).toBeInTheDocument();
  });

  it('opens the Quick Links from the menu under 900 px, and returns focus to its button', async () => {
    const { user } = renderChrome(390);
    expect(screen.queryByRole('button', { name: 'Quick Links' })).not.toBeInTheDocument();
    const menu = screen.getByRole('button', { name: 'Open the menu' });
    await user.click(menu);
    await user.click(screen.getByRole('button', { name: 'Quick Links' }));
    expect(await screen.findByRole('dialog', { name: 'Quick Links' })).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(menu).toHaveFocus();
  });

  it('opens the navigation as a drawer from a top bar under 900 px', async () => {
    const { user, onNavigate } = renderChrome(390);
    expect(screen.queryByRole('navigation', { name: 'Pages' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Open the menu' }));
    await user.click(within(pages()).getByRole('link', { name: 'General' }));
    expect(onNavigate).toHaveBeenCalledWith('/settings/1/practice/general');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });
});

describe('the practice in a phone’s top bar', () => {
  const badges: AppLayoutProps['badges'] = new Map([
    [
      '/settings/1/practice/general',
      { severity: 'warning', text: 'Sync', label: 'Sync is blocked.', state: 'Sync blocked' },
    ],
    ['/settings/1/practice/provider-hours', { severity: 'warning', text: '2', label: '2 providers have no hours' }],
    [
      '/settings/1/subscriptions/plans',
      { severity: 'error', text: '1', label: '1 payment is past due', state: 'Past due' },
    ],
  ]);
  /** The bar comes before the page, whose heading is also in a banner. */
  const bar = (): HTMLElement => screen.getAllByRole('banner')[0] as HTMLElement;

  it('shows the most urgent status next to the location, and all of them to screen readers', async () => {
    renderChrome(390, { badges });
    expect(within(bar()).getByText('Past due')).toBeVisible();
    expect(within(bar()).getByText('+1')).toBeVisible();
    expect(within(bar()).queryByText('Sync blocked')).not.toBeInTheDocument();
    expect(bar()).toHaveTextContent(/1 payment is past due\s·\sSync is blocked\./);
    expect(bar()).not.toHaveTextContent('providers have no hours');
  });

  it('shows no status for a practice without problems', () => {
    renderChrome(390);
    expect(bar()).toHaveTextContent('Bright Smiles DentalChicago, CT');
    expect(bar()).not.toHaveTextContent('+');
  });
});

describe('internal pages', () => {
  it('labels the page as internal and links to the practice pages', async () => {
    const { user, onNavigate } = renderChrome(1440, {
      internal: true,
      quickLink: undefined,
      otherSide: { title: 'Practice pages', path: '/settings/1/' },
    });
    expect(screen.getByText('Internal')).toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Practice pages' }));
    expect(onNavigate).toHaveBeenCalledWith('/settings/1/');
  });

  it('doesn’t label a practice page as internal', () => {
    renderChrome(1440);
    expect(screen.queryByText('Internal')).not.toBeInTheDocument();
  });
});

describe('the developer override', () => {
  it('keeps the typed override across a reload and asks before discarding it', async () => {
    const over = { onSetOverride: () => Promise.resolve({}) };
    const page = renderChrome(1440, over);
    await page.user.click(screen.getByRole('button', { name: 'Account of Olivia Marsh' }));
    await page.user.click(screen.getByRole('menuitem', { name: 'Developer override…' }));
    await page.user.type(await screen.findByRole('textbox', { name: 'Module' }), 'mf-hours');
    await reloadStored(page.unmount);
    const { user } = renderChrome(1440, over);
    expect(await screen.findByRole('textbox', { name: 'Module' })).toHaveValue('mf-hours');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(sessionStorage).toHaveLength(0);
  });
});

describe('the account menu', () => {
  it('changes the theme of the page', async () => {
    const { user } = renderChrome(1440);
    await user.click(screen.getByRole('button', { name: 'Account of Olivia Marsh' }));
    await user.click(screen.getByRole('menuitemradio', { name: 'Dark theme' }));
    expect(document.documentElement.dataset['theme']).toBe('dark');
    await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument());
    await user.click(screen.getByRole('button', { name: 'Account of Olivia Marsh' }));
    expect(screen.getByRole('menuitemradio', { name: 'Dark theme' })).toBeChecked();
  });

  it('signs out', async () => {
    const { user, onSignOut } = renderChrome(1440);
    await user.click(screen.getByRole('button', { name: 'Account of Olivia Marsh' }));
    await user.click(screen.getByRole('menuitem', { name: /Sign out/ }));
    expect(onSignOut).toHaveBeenCalledTimes(1);
  });

  it('opens the shared computer dialog, and switches the person in two clicks', async () => {
    const [onOpen, onSwitch] = [jest.fn(), jest.fn()];
    const { user, unmount } = renderChrome(1440, { sharedComputer: { isShared: false, onOpen, onSwitch } });
    const menu = () => user.click(screen.getByRole('button', { name: 'Account of Olivia Marsh' }));
    await menu();
    expect(screen.queryByRole('menuitem', { name: 'Switch person' })).toBeNull();
    await user.click(screen.getByRole('menuitem', { name: 'Shared computer…' }));
    expect(onOpen).toHaveBeenCalledTimes(1);
    unmount();
    renderChrome(1440, { sharedComputer: { isShared: true, onOpen, onSwitch } });
    await menu();
    await user.click(screen.getByRole('menuitem', { name: 'Switch person' }));
    expect(onSwitch).toHaveBeenCalledTimes(1);
  });

  it('opens the list of shortcuts from the menu and with ?', async () => {
    const { user } = renderChrome(1440);
    await user.keyboard('?');
    expect(screen.getByRole('dialog', { name: 'Keyboard shortcuts' })).toHaveTextContent('Go to the page’s search');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.click(screen.getByRole('button', { name: 'Account of Olivia Marsh' }));
    await user.click(screen.getByRole('menuitem', { name: 'Keyboard shortcuts' }));
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeInTheDocument();
  });
});
