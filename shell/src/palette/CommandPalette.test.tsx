import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import type { PracticeSummary } from 'shared-api/contracts';
import { applyThemeMode, readThemeMode } from 'shared-ui';
import { renderKit } from 'shared-ui/testing';
import type { PracticePage } from '../chrome/practice-search';
import type { ContributionRunnerOptions } from '../contributions/contribution-runner';
import type { Registry } from '../registry/registry';
import type { ShellContext } from '../shell-context';
import { CommandPalette } from './CommandPalette';

afterEach(() => applyThemeMode('system'));

const option = (name: RegExp): HTMLElement => screen.getByRole('option', { name });

describe('when practices are found after the pages', () => {
  const dental = { id: 7, name: 'Acc Dental', time_zone: 'America/Chicago', pms_name: 'opendental' };

  /** Types a text, and answers the search of practices later. */
  async function typeFirst() {
    let answer: (page: PracticePage) => void = () => undefined;
    const found = new Promise<PracticePage>((resolve) => {
      answer = resolve;
    });
    const visited: string[] = [];
    const shell = {
      session: { user: { id: 'u-owner' }, flags: {}, practices: [], all_practices: true },
      page: {},
      practices: { search: () => found },
      navigate: (path: string) => visited.push(path),
    } as unknown as ShellContext;
    const registry = { modules: () => [] } as unknown as Registry;
    const { user } = renderKit(
      <CommandPalette
        {...{ shell, registry }}
        contributions={{} as ContributionRunnerOptions}
        side="clinic"
        practice={null}
        onClose={() => undefined}
        onShortcuts={() => undefined}
        onSharedComputer={() => undefined}
        onSignOut={() => undefined}
      />,
    );
    await user.type(screen.getByRole('combobox'), 'acc');
    const answerPractices = async (): Promise<void> => {
      answer({ results: [dental], count: 1 } as unknown as PracticePage);
      await screen.findByRole('option', { name: /Dental/ });
    };
    return { user, visited, answerPractices };
  }
  const highlighted = (): string | undefined => {
    const id = screen.getByRole('combobox').getAttribute('aria-activedescendant');
    return screen.getAllByRole('option').find((one) => one.id === id)?.textContent;
  };

  it('keeps the option that a person is about to click', async () => {
    const { answerPractices } = await typeFirst();
    const page = option(/security/);
    await answerPractices();
    expect(screen.getAllByRole('group').map((group) => group.textContent)).toEqual([
      expect.stringContaining('Acc Dental'),
      expect.stringContaining('Account and security'),
    ]);
    expect(option(/security/)).toBe(page);
  });

  it('highlights the first one until the person moves', async () => {
    const { user, visited, answerPractices } = await typeFirst();
    expect(highlighted()).toMatch(/^Account and security/);
    await answerPractices();
    expect(highlighted()).toMatch(/^Acc Dental/);
    expect(screen.getByRole('option', { selected: true })).toHaveTextContent(/^Acc Dental/);
    expect(screen.getByRole('option', { selected: true })).toHaveClass('Mui-focused');
    await user.keyboard('{Enter}');
    expect(visited).toEqual(['/settings/7/overview']);
  });

  it('opens what was highlighted before', async () => {
    const { user, visited } = await typeFirst();
    await user.keyboard('{Enter}');
    expect(visited).toEqual(['/account']);
  });

  it('keeps the highlight where the person moved it', async () => {
    const { user, visited, answerPractices } = await typeFirst();
    await user.keyboard('{ArrowDown}{ArrowUp}');
    await answerPractices();
    expect(highlighted()).toMatch(/^Account and security/);
    await user.keyboard('{ArrowUp}');
    expect(highlighted()).toMatch(/^Acc Dental/);
    await user.keyboard('{Enter}');
    expect(visited).toEqual(['/settings/7/overview']);
  });

  it('highlights the first one again for another text', async () => {
    const { user, answerPractices } = await typeFirst();
    await user.keyboard('{ArrowDown}');
    await answerPractices();
    await user.type(screen.getByRole('combobox'), 'o');
    expect(highlighted()).toMatch(/^Account and security/);
  });
});

describe('CommandPalette', () => {
  const practices = [
    'Harbor Pediatric Dentistry',
    'José’s Dental',
    ...Array.from({ length: 8 }, (_, at) => `Lark ${at}`),
  ].map((name, at) => ({ id: at + 1, name, time_zone: 'America/Chicago', pms_name: 'opendental' }));
  const modules = [
    {
      audience: 'clinic',
      contributions: [],
      routes: [
        {
          path: '/settings/:practice/subscriptions/payment-history',
          title: 'Payment history',
          area: 'Billing',
          order: 1,
          keywords: ['past due', 'invoice'],
        },
        {
          path: '/settings/:practice/subscriptions/payment-methods',
          title: 'Payment methods',
          area: 'Billing',
          order: 2,
        },
      ],
    },
    {
      audience: 'internal',
      contributions: [],
      routes: [
        { path: '/internal/practices', title: 'All practices', area: 'Practice access', order: 1 },
        { path: '/internal/practices/:practice/methods', title: 'Payment methods', area: 'Practice access', order: 2 },
      ],
    },
  ];

  function openPalette(side: 'clinic' | 'internal' = 'clinic', practice: PracticeSummary | null = null) {
    const visited: string[] = [];
    const shell = {
      session: { user: { id: 'u-staff' }, flags: {}, practices, all_practices: false },
      page: {
        quick_link_targets: {
          'voice/voicemail-campaigns': 'https://app.example/{practice}/voicemail',
          'subscriptions/payment-methods': 'https://app.example/{practice}/cards',
        },
      },
      navigate: (path: string) => visited.push(path),
    } as unknown as ShellContext;
    const seen = { isListed: false, isClosed: false, isSignedOut: false };
    const rendered = renderKit(
      <CommandPalette
        shell={shell}
        registry={{ modules: () => modules } as unknown as Registry}
        contributions={{} as ContributionRunnerOptions}
        side={side}
        practice={practice}
        onClose={() => (seen.isClosed = true)}
        onShortcuts={() => (seen.isListed = true)}
        onSharedComputer={() => undefined}
        onSignOut={() => (seen.isSignedOut = true)}
      />,
    );
    return { ...rendered, visited, seen };
  }
  const box = () => screen.getByRole('combobox');

  it.each([
    ['first', ''],
    ['highlighted', '{ArrowDown}{ArrowUp}'],
  ])('opens the %s entry in one new tab', async (_, keys) => {
    const opened = jest.spyOn(globalThis, 'open').mockImplementation(() => null);
    const { user, visited } = openPalette('clinic', practices[0]);
    await user.type(box(), 'payment history');
    await user.keyboard(`${keys}{Control>}{Enter}{/Control}`);
    expect(opened.mock.calls).toEqual([['/settings/1/subscriptions/payment-history', '_blank', 'noopener']]);
    opened.mockRestore();
    expect(visited).toEqual([]);
  });

  it('opens pages of other applications that quick links lead to', async () => {
    const opened = jest.spyOn(globalThis, 'open').mockImplementation(() => null);
    const { user, seen } = openPalette('clinic', practices[0]);
    await user.type(box(), 'voicemail');
    expect(option(/^Voicemail Drop Campaigns/)).toHaveTextContent('Opens in a new tab');
    await user.keyboard('{Enter}');
    expect(opened.mock.calls).toEqual([['https://app.example/1/voicemail', '_blank', 'noopener']]);
    opened.mockRestore();
    expect(seen.isClosed).toBe(true);
  });

  it.each([
    ['that has no target', 'portal', practices[0]],
    ['that is installed', 'billing & payment methods', practices[0]],
    ['of no practice', 'voicemail', null],
  ])('leaves out a quick link %s', async (_, text, practice) => {
    const { user } = openPalette('clinic', practice);
    await user.type(box(), text);
    expect(screen.queryByRole('group', { name: 'Quick Links' })).toBeNull();
  });

  it('asks for the practice of a page, and opens the page in it', async () => {
    const { user, visited } = openPalette();
    await user.type(box(), 'paymnt');
    await user.click(option(/^Payment history.*Choose a practice/));
    expect(box()).toHaveAccessibleName('Choose a practice for Payment history');
    expect(await screen.findByRole('option', { name: /Harbor/ })).toBeVisible();
    expect(screen.getAllByRole('option')).toHaveLength(practices.length);
    await user.type(box(), 'jose');
    await user.click(await screen.findByRole('option', { name: /José/ }));
    expect(visited).toEqual(['/settings/2/subscriptions/payment-history']);
  });

  it.each(['past due', 'pastdue', 'invoices', 'past-due'])('finds a page by its keyword as %s', async (text) => {
    const { user } = openPalette('clinic', practices[0]);
    await user.type(box(), text);
    expect(screen.getAllByRole('option')[0]).toHaveTextContent(/^Payment history/);
  });

  it('tells pages of both sides with one title apart', async () => {
    const { user } = openPalette();
    await user.type(box(), 'payment methods');
    const shown = screen.getAllByRole('option', { name: /^Payment methods/ }).map(({ textContent }) => textContent);
    expect(shown).toEqual([
      expect.stringMatching(/Billing.*Choose a practice/),
      expect.stringMatching(/Practice access.*Choose a practice/),
    ]);
  });

  it('says when the practices have only names like the query', async () => {
    const { user } = openPalette();
    await user.type(box(), 'larrk');
    const all = await screen.findByRole('option', { name: /^Show all 8 practices/ });
    expect(all).toHaveTextContent('Show all 8 practices with names like “larrk”');
  });

  it.each(['log out', 'logout', 'log off', 'sign off', 'log me out'])('signs out by %s', async (text) => {
    const { user, seen } = openPalette();
    await user.type(box(), `${text}{Enter}`);
    expect(seen).toMatchObject({ isSignedOut: true, isClosed: true });
  });

  it.each(['2fa', 'two factor', 'mfa', 'change password', 'passkeys', 'forgot my password', 'change my name'])(
    'finds the account by %s',
    async (text) => {
      const { user } = openPalette();
      await user.type(box(), text);
      expect(screen.getAllByRole('option')[0]).toHaveTextContent(/^Account and security/);
    },
  );

  it.each(['qqqqzz', 'xkcdx', 'qqqqzz xkcdx', '%', '(', '.*'])('finds nothing by %s', async (text) => {
    const { user } = openPalette();
    await user.type(box(), text);
    expect(await screen.findByText(`Nothing matches “${text}”.`)).toBeVisible();
    expect(screen.queryByRole('option')).toBeNull();
  });

  it('finds by most of the words what nothing matches as a whole', async () => {
    const { user } = openPalette('clinic', practices[0]);
    await user.type(box(), 'invoice xyz');
    expect(await screen.findByRole('option', { name: /^Payment history/ })).toBeVisible();
    expect(screen.getAllByRole('option')).toHaveLength(1);
  });

  it.each(['switch practice', 'other office'])('asks for another practice by %s', async (text) => {
    const { user, visited } = openPalette('clinic', practices[0]);
    await user.type(box(), text);
    await user.click(screen.getAllByRole('option')[0] as HTMLElement);
    await user.click(await screen.findByRole('option', { name: /José/ }));
    expect(visited).toEqual(['/settings/2/overview']);
  });

  it('leaves out the name of the open practice, and finds its pages by it', async () => {
    const [harbor] = practices;
    const { user } = openPalette('clinic', harbor);
    expect(option(/^Payment history/)).toHaveTextContent(/^Payment history$/);
    await user.type(box(), 'harbor payment');
    expect(option(/^Payment history/)).toBeVisible();
  });

  it.each(['{Escape}', '{Backspace}'])('goes back to all entries by %s', async (key) => {
    const { user } = openPalette();
    await user.click(option(/Payment history/));
    await user.keyboard(key);
    expect(box()).toHaveAccessibleName('Search or jump to');
    expect(option(/Account and security/)).toBeVisible();
  });

  it.each(['No. 2', '#2', '2', '№ 2', 'id 2'])('finds a practice by %s', async (text) => {
    const { user } = openPalette();
    await user.type(box(), text);
    expect(await screen.findByRole('option', { name: /José/ })).toBeVisible();
  });

  it('shows the practices that it left out', async () => {
    const { user } = openPalette();
    await user.type(box(), 'lark');
    const all = await screen.findByRole('option', { name: /^Show all 8 practices/ });
    expect(all).toHaveTextContent('Show all 8 practices that match “lark”2 more');
    await user.click(all);
    expect(screen.getAllByRole('option', { name: /^Lark/ })).toHaveLength(8);
  });

  it('leads to the list of all practices on the internal side', async () => {
    const { user, visited } = openPalette('internal');
    await user.type(box(), 'lark');
    await user.click(await screen.findByRole('option', { name: /^Show all 8 practices/ }));
    expect(visited).toEqual(['/internal/practices?search=lark']);
  });

  it('changes the theme', async () => {
    const { user, seen } = openPalette();
    await user.type(box(), 'dark mode');
    await user.click(option(/^Dark theme/));
    expect(readThemeMode()).toBe('dark');
    expect(seen.isClosed).toBe(true);
  });

  it('shows the keyboard shortcuts to somebody who asks for help', async () => {
    const { user, seen } = openPalette();
    await user.type(box(), 'help');
    await user.click(option(/Keyboard shortcuts/));
    expect(seen).toMatchObject({ isListed: true, isClosed: true });
  });
});
