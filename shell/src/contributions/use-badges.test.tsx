import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act } from '@testing-library/react';
import type { ContributionModule } from 'shared-api';
import type { LoadableModule, NavBadge, PracticeSummary } from 'shared-api/contracts';
import { renderKit } from 'shared-ui/testing';
import { createRegistry } from '../registry/registry';
import { createTopics } from '../session/topics';
import type { ShellContext } from '../shell-context';
import { hidePage, showPage } from '../testing/browser';
import type { ContributionRunnerOptions } from './contribution-runner';
import type { Badges } from './last-badges';
import { useBadges } from './use-badges';

const badgeOf = (name: string, order: number) =>
  ({
    slot: 'nav.badge',
    name,
    title: name,
    scope: 'practice',
    order,
    route: `/settings/:practice/${name}`,
  }) as const;

const remote: LoadableModule = {
  name: 'mf-all',
  title: 'All',
  version: '1.0.0',
  audience: 'clinic',
  entry: '',
  files: {},
  preload: [],
  shared: [],
  routes: [],
  overridden: false,
  contributions: [badgeOf('hours', 10), badgeOf('billing', 20)],
};

const practiceOf = (id: number): PracticeSummary => ({
  id,
  name: 'Bright Smiles',
  time_zone: 'America/Chicago',
  pms_name: 'opendental',
});

const two: NavBadge = { severity: 'warning', text: '2', label: '2 providers have no hours' };

describe('useBadges', () => {
  let answers: Record<string, () => NavBadge>;
  let asked: string[];
  let shell: ShellContext;

  /** Shows the badges of a practice, and returns those on the page. */
  function withBadges() {
    const contributions: ContributionRunnerOptions = {
      load: (_, name) =>
        Promise.resolve({
          contribute: () => {
            asked.push(name);
            return Promise.resolve(answers[name]?.() ?? null);
          },
        } as ContributionModule),
      latest: (one) => Promise.resolve(one),
      contextFor: () => ({}) as never,
      ended: () => undefined,
    };
    const registry = createRegistry(
      { modules: [remote] },
      {
        reauthenticate: () => Promise.resolve(false),
        heardRevision: () => undefined,
      },
    );
    let latest: Badges = new Map();
    function Shown({ practiceId }: { practiceId: number }) {
      latest = useBadges(shell, registry, contributions, 'clinic', practiceOf(practiceId));
      return null;
    }
    const { rerender, unmount } = renderKit(<Shown practiceId={1} />);
    return {
      unmount,
      badges: () => Object.fromEntries([...latest].map(([path, { text }]) => [path, text])),
      openPractice: (practiceId: number) => rerender(<Shown practiceId={practiceId} />),
    };
  }

  const signInAs = (id: string): void => {
    shell = { topics: createTopics(), session: { user: { id } } } as ShellContext;
  };

  const wait = (ms: number): Promise<void> => act(() => jest.advanceTimersByTimeAsync(ms));

  beforeEach(() => {
    jest.useFakeTimers();
    showPage();
    asked = [];
    answers = { hours: () => two, billing: () => null };
    sessionStorage.clear();
    signInAs('u-olivia');
  });
  afterEach(() => {
    jest.useRealTimers();
    showPage();
  });

  it('asks after the page’s own calls, and lists badges by the path of their page', async () => {
    const { badges } = withBadges();
    await wait(1000);
    expect(asked).toEqual([]);
    await wait(1000);
    expect(asked).toEqual(['hours', 'billing']);
    expect(badges()).toEqual({ '/settings/1/hours': '2' });
  });

  it('waits for a page that still loads, but not for ever', async () => {
    const main = document.createElement('main');
    main.innerHTML = '<p aria-busy="true"></p>';
    document.body.append(main);
    withBadges();
    await wait(3000);
    expect(asked).toEqual([]);
    await wait(5000);
    expect(asked).toEqual(['hours', 'billing']);
    main.remove();
  });

  it('leaves out a badge that fails, and shows the others', async () => {
    answers['hours'] = () => {
      throw new Error('No hours today');
    };
    answers['billing'] = () => ({ severity: 'error', text: '1', label: '1 payment is past due' });
    const { badges } = withBadges();
    await wait(2000);
    expect(badges()).toEqual({ '/settings/1/billing': '1' });
  });

  it('asks again when the practice or its entitlements change, and drops a badge that is over', async () => {
    const { badges } = withBadges();
    await wait(2000);
    answers['hours'] = () => null;
    answers['billing'] = () => ({ severity: 'error', text: '3', label: '3 payments are past due' });
    shell.topics.publish('entitlements-changed', { practice: 1 });
    await wait(0);
    expect(badges()).toEqual({ '/settings/1/billing': '3' });
  });

  it('asks again every five minutes, but not in a hidden tab', async () => {
    withBadges();
    await wait(2000);
    asked = [];
    hidePage();
    await wait(300_000);
    expect(asked).toEqual([]);
    showPage();
    await wait(300_000);
    expect(asked).toEqual(['hours', 'billing']);
  });

  it('shows no badge of the former practice in another one', async () => {
    const { badges, openPractice } = withBadges();
    await wait(2000);
    openPractice(2);
    expect(badges()).toEqual({});
    await wait(2000);
    expect(badges()).toEqual({ '/settings/2/hours': '2' });
  });

  it('shows the last badges of the same practice immediately, and updates them', async () => {
    const first = withBadges();
    await wait(2000);
    first.unmount();
    answers = { hours: () => null, billing: () => ({ severity: 'error', text: '1', label: '1 payment is past due' }) };
    const { badges, openPractice } = withBadges();
    expect(badges()).toEqual({ '/settings/1/hours': '2' });
    await wait(2000);
    expect(badges()).toEqual({ '/settings/1/billing': '1' });
    openPractice(2);
    expect(badges()).toEqual({});
    openPractice(1);
    expect(badges()).toEqual({ '/settings/1/billing': '1' });
  });

  it('shows no badge that another person saw', async () => {
    const first = withBadges();
    await wait(2000);
    first.unmount();
    signInAs('u-marcus');
    expect(withBadges().badges()).toEqual({});
  });

  it('ignores what another version has stored', async () => {
    sessionStorage.setItem('console.badges u-olivia', '[["clinic 1", [["/settings/1/hours", {"count": 2}]]]]');
    expect(withBadges().badges()).toEqual({});
  });

  it('stops asking with the page', async () => {
    const { unmount } = withBadges();
    unmount();
    await wait(700_000);
    expect(asked).toEqual([]);
  });
});
