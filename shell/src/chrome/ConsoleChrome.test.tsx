import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { createRef } from 'react';
import { Page } from 'shared-ui';
import { faultsIn, renderKit } from 'shared-ui/testing';
import { giveMedia, giveResizing, giveScrolling } from '../testing/browser';
import { ConsoleChrome, type ConsoleChromeProps } from './ConsoleChrome';

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

function renderChrome(width: number, over: Partial<ConsoleChromeProps> = {}) {
  const media = giveMedia(width);
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
      <ConsoleChrome
        user={{ id: 'u-owner', name: 'Olivia Marsh', email: 'owner@bright-smiles.example' }}
        internal={false}
        areas={areas}
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
        onClearOverride={() => Promise.resolve()}
        {...{ onNavigate, onPoint, onSignOut, mainRef }}
        {...over}
      >
        <Page title="Office & provider hours">The grid</Page>
      </ConsoleChrome>,
    ),
  };
}

const pages = (): HTMLElement => screen.getByRole('navigation', { name: 'Pages' });
const quickLinks = (): HTMLElement | null => screen.queryByRole('complementary', { name: 'Quick Links' });

beforeEach(() => {
  localStorage.clear();
  document.documentElement.removeAttribute('data-theme');
  giveScrolling();
  giveResizing();
});

describe('the frame on a wide screen', () => {
  it('has the pages by area, the practice, the page and the Quick Links', async () => {
    const { container } = renderChrome(1440);
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
    expect(await faultsIn(container)).toEqual([]);
  });

  it('marks the page that is open and follows links without loading', async () => {
    const { person, onNavigate, onPoint } = renderChrome(1440);
    expect(within(pages()).getByRole('link', { current: 'page' })).toHaveTextContent('Office & provider hours');
    await person.click(within(pages()).getByRole('link', { name: 'Plans & features' }));
    expect(onPoint).toHaveBeenCalledWith('/settings/1/subscriptions/plans');
    expect(onNavigate).toHaveBeenCalledWith('/settings/1/subscriptions/plans');
  });

  it('lets the keyboard skip to the page', async () => {
    const { person } = renderChrome(1440);
    await person.tab();
    expect(screen.getByRole('link', { name: 'Skip to the page' })).toHaveFocus();
    await person.keyboard('{Enter}');
    expect(screen.getByRole('main')).toHaveFocus();
  });

  it('has no Quick Links where the page is no settings page', () => {
    renderChrome(1440, { quickLink: undefined });
    expect(quickLinks()).not.toBeInTheDocument();
  });
});

describe('the frame on narrower screens', () => {
  it('opens the Quick Links as a drawer under 1200 px', async () => {
    const { person, onNavigate } = renderChrome(1199);
    expect(quickLinks()).not.toBeInTheDocument();
    await person.click(screen.getByRole('button', { name: 'Quick Links' }));
    const drawer = screen.getByRole('dialog', { name: 'Quick Links' });
    expect(await faultsIn(drawer)).toEqual([]);
    await person.click(within(drawer).getByRole('link', { name: 'User Accounts' }));
    expect(onNavigate).toHaveBeenCalledWith('/settings/1/office/user-accounts');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('shows them again when there is room', () => {
    const { media } = renderChrome(1100);
    act(() => media.resize(1200));
    expect(quickLinks()).toBeInTheDocument();
  });

  it('opens the navigation as a drawer from a top bar under 900 px', async () => {
    const { person, onNavigate, container } = renderChrome(390);
    expect(screen.queryByRole('navigation', { name: 'Pages' })).not.toBeInTheDocument();
    expect(await faultsIn(container)).toEqual([]);
    await person.click(screen.getByRole('button', { name: 'Open the menu' }));
    expect(await faultsIn(screen.getByRole('dialog', { name: 'Menu' }))).toEqual([]);
    await person.click(within(pages()).getByRole('link', { name: 'General' }));
    expect(onNavigate).toHaveBeenCalledWith('/settings/1/practice/general');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });
});

describe('internal pages', () => {
  it('say that they are internal, and lead to the other side', async () => {
    const { person, onNavigate, container } = renderChrome(1440, {
      internal: true,
      quickLink: undefined,
      otherSide: { title: 'Practice pages', path: '/settings/1/' },
    });
    expect(screen.getByText('Internal')).toBeInTheDocument();
    expect(await faultsIn(container)).toEqual([]);
    await person.click(screen.getByRole('link', { name: 'Practice pages' }));
    expect(onNavigate).toHaveBeenCalledWith('/settings/1/');
  });

  it('are the only ones that say so', () => {
    renderChrome(1440);
    expect(screen.queryByText('Internal')).not.toBeInTheDocument();
  });
});

describe('the account', () => {
  it('changes the theme of the page', async () => {
    const { person } = renderChrome(1440);
    await person.click(screen.getByRole('button', { name: 'Account of Olivia Marsh' }));
    await person.click(screen.getByRole('menuitemradio', { name: 'Dark theme' }));
    expect(document.documentElement.dataset['theme']).toBe('dark');
    await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument());
    await person.click(screen.getByRole('button', { name: 'Account of Olivia Marsh' }));
    expect(screen.getByRole('menuitemradio', { name: 'Dark theme' })).toBeChecked();
  });

  it('signs out', async () => {
    const { person, onSignOut } = renderChrome(1440);
    await person.click(screen.getByRole('button', { name: 'Account of Olivia Marsh' }));
    await person.click(screen.getByRole('menuitem', { name: /Sign out/ }));
    expect(onSignOut).toHaveBeenCalledTimes(1);
  });

  it('lists the shortcuts, as ? does', async () => {
    const { person } = renderChrome(1440);
    await person.keyboard('?');
    expect(screen.getByRole('dialog', { name: 'Keyboard shortcuts' })).toHaveTextContent(
      'Go to the search of the page',
    );
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await person.click(screen.getByRole('button', { name: 'Account of Olivia Marsh' }));
    await person.click(screen.getByRole('menuitem', { name: 'Keyboard shortcuts' }));
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeInTheDocument();
  });
});
