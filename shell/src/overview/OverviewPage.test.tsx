import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { ContributionModule } from 'shared-api';
import type { LoadableModule, ModuleContribution, NoticeSeverity, OverviewCard, Right } from 'shared-api/contracts';
import {
  type AttentionClosing,
  attentionKey,
  closeAttention,
  listClosedAttention,
} from 'shared-api/contracts/attention';
import { answer, errorReply, reply } from 'shared-api/testing';
import { setupServer } from 'shared-api/testing/network';
import { UserIdContext } from 'shared-ui';
import { renderKit } from 'shared-ui/testing';
import type { ContributionRunnerOptions } from '../contributions/contribution-runner';
import { createRegistry } from '../registry/registry';
import type { ShellContext } from '../shell-context';
import { createTopics } from '../session/topics';
import { mockDialogs, mockMatchMedia } from '../testing/browser';
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

/** Each card responds when the test releases it. */
function openOverview(userId = 'u-1', rights?: Right[]) {
  const answers = new Map<string, (answer: OverviewCard) => void>();
  const failures = new Map<string, () => void>();
  const asked: string[] = [];
  const contributions: ContributionRunnerOptions = {
    load: (_, name) =>
      Promise.resolve({
        contribute: () =>
          new Promise((resolve, reject) => {
            asked.push(name);
            answers.set(name, resolve);
            failures.set(name, () => reject(new Error('No')));
          }),
      } as ContributionModule),
    latest: (one) => Promise.resolve(one),
    contextFor: () => ({}) as never,
    ended: () => undefined,
  };
  const notifications: string[] = [];
  const shell = {
    transport: { reauthenticate: () => Promise.resolve(false), heardRevision: () => undefined },
    notify: ({ message }: { message: string }) => notifications.push(message),
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
  const { unmount, user } = renderKit(
    <UserIdContext value={userId}>
      <OverviewPage {...{ shell, registry, contributions }} practice={{ ...practice, ...(rights && { rights }) }} />
    </UserIdContext>,
  );
  return {
    unmount,
    user,
    notifications,
    asked,
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

const bodies: AttentionClosing[] = [];
const network = setupServer();
beforeAll(mockDialogs);
beforeAll(() => network.listen({ onUnhandledFrame: 'error' }));
afterAll(() => network.close());
beforeEach(() => {
  bodies.length = 0;
  sessionStorage.clear();
  network.resetHandlers(
    answer(listClosedAttention, () => reply(listClosedAttention, { items: bodies.map(({ item }) => item) })),
    answer(closeAttention, ({ body }) => {
      bodies.push(body);
      return reply(closeAttention, { items: bodies.map(({ item }) => item) });
    }),
  );
});

describe('OverviewPage', () => {
  it('gives each part its height from the last visit while it loads, then its content’s height', async () => {
    const offsetHeight = jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(87);
    const frameOf = (name: string) => screen.getByRole('region', { name }).closest('[data-height]');
    try {
      const first = openOverview();
      expect(frameOf('Hours')).toHaveStyle({ minHeight: '232px' });
      await first.answerAll({ Hours: 'info' });
      await waitFor(() => expect(frameOf('Hours')).not.toHaveAttribute('style', expect.stringContaining('min-height')));
      await waitFor(() => expect(localStorage.getItem('console.overview-heights.u-1')).toContain('87'));
      first.unmount();

      const other = openOverview('u-2');
      expect(frameOf('Hours')).toHaveStyle({ minHeight: '232px' });
      other.unmount();

      openOverview();
      expect(frameOf('Hours')).toHaveStyle({ minHeight: '87px' });
      expect(screen.getByRole('status', { name: 'Checking what needs attention…' })).toHaveStyle({ height: '87px' });
    } finally {
      offsetHeight.mockRestore();
    }
  });

  it("shows the figure of today's bar", async () => {
    const { answerWith } = openOverview();
    const bars = [
      { label: 'Mon 1', value: 5, of: 8, text: 'Monday: 5 of 8 hours' },
      { label: 'Tue 2', value: 3, of: 8, text: 'Tuesday: 3 of 8 hours', figure: '3 h' },
    ];
    await answerWith('Hours', { attention: [], blocks: [{ kind: 'bars', label: 'Hours by day', today: 1, bars }] });
    expect(await screen.findByText('3 h')).toBeVisible();
    expect(within(screen.getByRole('list', { name: 'Hours by day' })).getAllByRole('listitem')).toHaveLength(2);
  });

  it('explains below the numbers what they leave out', async () => {
    const { answerWith } = openOverview();
    const bars = [{ label: 'Mon 1', value: 5, text: 'Monday: 5 hours' }];
    await answerWith('Hours', {
      attention: [],
      lead: '1 provider isn’t counted.',
      blocks: [
        { kind: 'figures', figures: [{ label: 'This week', value: '70.0%' }] },
        { kind: 'bars', label: 'Hours by day', bars },
      ],
    });
    const note = await screen.findByText('1 provider isn’t counted.');
    const chart = screen.getByRole('list', { name: 'Hours by day' });
    expect(chart.compareDocumentPosition(note) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

  it('only claims that nothing else needs attention', async () => {
    const { answerAll } = openOverview();
    await answerAll({ Hours: 'info' });
    expect(await screen.findByText('Nothing else needs you.')).toBeVisible();
    expect(screen.queryByText(/running/)).toBeNull();
  });

  it('says that it is checking before any card has responded', async () => {
    openOverview();
    expect(screen.getByRole('status', { name: 'Checking what needs attention…' })).toBeVisible();
  });

  it('keeps the cards at the same places on every visit', async () => {
    const order = ['Hours', 'Changes', 'Sync'];
    const first = openOverview();
    expect(titles()).toEqual(order);
    await first.answerAll({ Sync: 'error', Hours: 'info' });
    expect(within(screen.getByRole('region', { name: 'Needs attention' })).getAllByRole('heading')).not.toHaveLength(0);
    expect(titles()).toEqual(order);
    first.unmount();

    openOverview();
    expect(titles()).toEqual(order);
  });

  it('says that the attention list is incomplete when a card fails', async () => {
    const { answer, fail } = openOverview();
    await answer('Hours', 'error');
    await answer('Changes');
    await fail('Sync');
    expect(await screen.findByText('One thing needs you today. Some parts couldn’t be checked.')).toBeVisible();
  });

  describe('an attention item', () => {
    const dismiss = () => screen.findByRole('button', { name: 'Dismiss: Look' });
    const rows = () => within(screen.getByRole('region', { name: 'Needs attention' })).queryByText('Look');

    it('disappears for everyone once somebody gives a reason', async () => {
      const { answerAll, user, notifications } = openOverview();
      await answerAll({ Hours: 'error' });
      await user.click(await dismiss());
      const reason = await screen.findByRole('textbox', { name: 'Reason' });
      await user.click(screen.getByRole('button', { name: 'Dismiss' }));
      await waitFor(() => expect(reason).toHaveAccessibleDescription(expect.stringContaining('Enter a reason')));
      await user.type(reason, 'The computer was replaced.');
      await user.click(screen.getByRole('button', { name: 'Dismiss' }));
      await waitFor(() => expect(rows()).toBeNull());
      expect(bodies).toEqual([
        {
          item: attentionKey('mf-all/Hours', 'one'),
          title: 'Look',
          outcome: 'settled',
          reason: 'The computer was replaced.',
        },
      ]);
      expect(notifications).toEqual(['“Look” is settled']);
      expect(await screen.findByText('Nothing needs you right now.')).toBeVisible();
    });

    it('refetches all cards once dismissed, because some show changes', async () => {
      const { answerAll, answerWith, user, asked } = openOverview();
      await answerAll({ Hours: 'error' });
      expect(asked).toEqual(['Hours', 'Changes', 'Sync']);
      await user.click(await dismiss());
      await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Replaced.');
      await user.click(screen.getByRole('button', { name: 'Dismiss' }));
      await waitFor(() => expect(asked).toEqual(['Hours', 'Changes', 'Sync', 'Hours', 'Changes', 'Sync']));
      expect(screen.queryByText('Checking what needs you…')).toBeNull();
      await answerWith('Changes', { attention: [], lead: 'Olivia dismissed an item of “Hours”' });
      expect(await screen.findByText('Olivia dismissed an item of “Hours”')).toBeVisible();
    });

    it('keeps the reason when the call fails', async () => {
      network.use(answer(closeAttention, () => errorReply(503, 'unavailable', 'Try again in a minute.')));
      const { answerAll, user } = openOverview();
      await answerAll({ Hours: 'error' });
      await user.click(await dismiss());
      await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Replaced.');
      await user.click(screen.getByRole('button', { name: 'Dismiss' }));
      expect(await screen.findByRole('alert')).toHaveTextContent('Try again in a minute.');
      expect(screen.getByRole('textbox', { name: 'Reason' })).toHaveValue('Replaced.');
    });

    it('is shown if the dismissed items can’t be loaded', async () => {
      network.use(answer(listClosedAttention, () => errorReply(503, 'unavailable', 'Try again in a minute.')));
      const { answerAll } = openOverview();
      await answerAll({ Hours: 'error' });
      expect(await dismiss()).toBeVisible();
    });

    it('can be dismissed only by people with access to the activity', async () => {
      const { answerAll } = openOverview('u-1', ['settings']);
      await answerAll({ Hours: 'error' });
      expect(await dismiss()).toHaveAttribute('aria-disabled', 'true');
    });
  });

  it('disables actions that the person can’t do, and says why', async () => {
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

  it('starts with the headline on a phone, and reserves its space while loading', async () => {
    mockMatchMedia(390);
    const { answerWith } = openOverview();
    expect(await screen.findByRole('status', { name: 'Loading today’s figures…' })).toBeVisible();
    await answerWith('Hours', {
      ...saying(),
      link: { label: 'Hours worked', path: '/settings/7/hours' },
      headline: {
        figures: [
          { label: 'Utilization today', value: '62.5%' },
          { label: 'This week', value: '70.0%' },
        ],
        progress: 0.625,
        text: '5 of 8 hours worked',
      },
    });
    const headline = await screen.findByRole('link', { name: /62\.5%.*5 of 8 hours worked/ });
    expect(headline).toHaveAttribute('href', '/settings/7/hours');
    const attention = screen.getByRole('region', { name: 'Needs attention' });
    expect(headline.compareDocumentPosition(attention) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });
});
