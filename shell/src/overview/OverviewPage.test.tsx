import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { ContributionModule } from 'shared-api';
import type { LoadableModule, ModuleContribution, NoticeSeverity, OverviewCard } from 'shared-api/contracts';
import { renderKit } from 'shared-ui/testing';
import type { ContributionRunnerOptions } from '../contributions/contribution-runner';
import { createRegistry } from '../registry/registry';
import type { ShellContext } from '../shell-context';
import { createTopics } from '../session/topics';
import { mockMatchMedia } from '../testing/browser';
import { OverviewPage } from './OverviewPage';

const practice = { id: 7, name: 'Bright Smiles', time_zone: 'America/Chicago', pms_name: 'opendental' };

const card = (name: string, order: number, size: 'wide' | 'narrow'): ModuleContribution => ({
  slot: 'overview.card',
  name,
  title: name,
  scope: 'practice',
  order,
  size,
});

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
  contributions: [card('Hours', 10, 'wide'), card('Changes', 20, 'narrow'), card('Sync', 30, 'narrow')],
};

const saying = (severity?: NoticeSeverity): OverviewCard => ({
  attention: severity
    ? [{ id: 'one', severity, label: 'Now', title: 'Look', action: { label: 'Open', path: '/settings/7/x' } }]
    : [],
});

/** Each card answers when the test says so. */
function openOverview(userId = 'u-1') {
  const answers = new Map<string, (answer: OverviewCard) => void>();
  const failures = new Map<string, () => void>();
  const contributions: ContributionRunnerOptions = {
    load: (_, name) =>
      Promise.resolve({
        contribute: () =>
          new Promise((resolve, reject) => {
            answers.set(name, resolve);
            failures.set(name, () => reject(new Error('No')));
          }),
      } as ContributionModule),
    latest: (one) => Promise.resolve(one),
    contextFor: () => ({}) as never,
    ended: () => undefined,
  };
  const shell = {
    session: { user: { id: userId, name: 'Olivia Marsh', email: '' } },
    topics: createTopics(),
    navigate: () => Promise.resolve(true),
  } as unknown as ShellContext;
  const registry = createRegistry(
    { modules: [remote] },
    {
      reauthenticate: () => Promise.resolve(false),
      heardRevision: () => undefined,
    },
  );
  const { unmount } = renderKit(<OverviewPage {...{ shell, registry, contributions, practice }} />);
  return {
    unmount,
    async fail(name: string) {
      await screen.findByRole('region', { name });
      failures.get(name)?.();
      await screen.findByText(`Couldn’t load “${name}”`);
    },
    async answerWith(name: string, answer: OverviewCard) {
      await screen.findByRole('region', { name });
      answers.get(name)?.(answer);
    },
    async answer(name: string, severity?: NoticeSeverity) {
      await screen.findByRole('region', { name });
      answers.get(name)?.(saying(severity));
    },
    async answerAll(severities: Record<string, NoticeSeverity>) {
      for (const { name } of remote.contributions ?? []) {
        await screen.findByRole('region', { name });
        answers.get(name)?.(saying(severities[name]));
      }
      await screen.findAllByText('Nothing to show yet.');
    },
  };
}

const titles = (): string[] => {
  const cards = screen.getAllByRole('region').map((region) => region.getAttribute('aria-label') ?? '');
  return cards.filter((title) => title !== 'Needs attention');
};

beforeEach(() => {
  localStorage.clear();
  mockMatchMedia(1440);
});

describe('OverviewPage', () => {
  it('says that it is checking before a card has answered', async () => {
    openOverview();
    expect(screen.getByRole('status', { name: 'Checking what needs attention…' })).toBeVisible();
  });

  it('puts the card that was most urgent last time first, before any card has answered', async () => {
    const first = openOverview();
    expect(titles()).toEqual(['Hours', 'Changes', 'Sync']);
    await first.answerAll({ Sync: 'error', Hours: 'info' });
    expect(within(screen.getByRole('region', { name: 'Needs attention' })).getAllByRole('heading')).not.toHaveLength(0);
    // What is visible doesn't move.
    expect(titles()).toEqual(['Hours', 'Changes', 'Sync']);
    first.unmount();

    const second = openOverview();
    expect(titles()).toEqual(['Sync', 'Hours', 'Changes']);
    await second.answerAll({});
    second.unmount();

    openOverview();
    expect(titles()).toEqual(['Hours', 'Changes', 'Sync']);
  });

  it('says that the list of what needs attention is incomplete when a card fails', async () => {
    const { answer, fail } = openOverview();
    await answer('Hours', 'error');
    await answer('Changes');
    await fail('Sync');
    expect(await screen.findByText('One thing needs you today. Some parts couldn’t be checked.')).toBeVisible();
  });

  it('disables what a person may not do, and says why', async () => {
    const { answerWith } = openOverview();
    await answerWith('Hours', {
      attention: [
        {
          ...{ id: 'one', severity: 'error', label: 'Past due', title: 'Phones owes $20.00' },
          action: { label: 'Pay $20.00', path: '/settings/7/x', reason: 'Ask an owner of this practice.' },
        },
      ],
    });
    await answerWith('Changes', saying());
    await answerWith('Sync', saying());
    const pay = await screen.findByRole('button', { name: 'Pay $20.00' });
    expect(pay).toHaveAttribute('aria-disabled', 'true');
    expect(pay).toHaveAccessibleDescription('Ask an owner of this practice.');
  });

  it('marks a failed run on a day that ended well', async () => {
    const { answerWith } = openOverview();
    const day = { state: 'good', text: 'Nov 28: synced (4 arrived, 1 failed)' } as const;
    await answerWith('Sync', {
      attention: [],
      blocks: [
        {
          kind: 'days',
          label: 'Syncs',
          days: [
            { label: 'Nov 27', ...day },
            { label: 'Nov 28', ...day, failed: true },
          ],
        },
      ],
    });
    const days = within(await screen.findByRole('list', { name: 'Syncs' })).getAllByRole('listitem');
    expect(days.map((one) => one.querySelector('[data-failed]') !== null)).toEqual([false, true]);
  });

  it('keeps the order of another person apart', async () => {
    const { answerAll, unmount } = openOverview('u-1');
    await answerAll({ Sync: 'error' });
    unmount();
    openOverview('u-2');
    expect(titles()).toEqual(['Hours', 'Changes', 'Sync']);
  });
});
