import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { readFeatureSummary, readUpcomingCharges } from 'shared-api/contracts';
import { answer, connectionFailure, neverAnswer, reply } from 'shared-api/testing';
import { aCard, anOverdue, upcomingCharges } from './testing/builders';
import { HISTORY, METHODS, openPage, PLANS, serve, server, withServer } from './testing/open-page';

withServer();

/** Each page with its skeleton's text, the text of its debts, and a text that a later call shows below them. */
const pages = [
  {
    name: 'Subscriptions',
    route: PLANS,
    loading: 'Loading subscriptions...',
    debts: /^Past due since/,
    content: 'Growth',
  },
  {
    name: 'Payment history',
    route: HISTORY,
    loading: 'Loading payment history...',
    debts: '1 open invoice',
    content: 'BSD-0001',
  },
  {
    name: 'Payment methods',
    route: METHODS,
    loading: 'Loading customers...',
    debts: /^Owes \$208\.00/,
    content: 'Expires 08/2028',
  },
] as const;

const owed = upcomingCharges({ overdue: [anOverdue()] });

describe.each(pages)('the first content of $name', ({ route, loading, debts, content }) => {
  let answerCharges: () => void;

  beforeEach(() => {
    const billing = serve({ charges: owed });
    billing.cards.set('cus_olivia', [aCard()]);
    const answered = new Promise<void>((resolve) => (answerCharges = resolve));
    server.use(
      answer(readUpcomingCharges, async () => {
        await answered;
        return reply(readUpcomingCharges, owed);
      }),
    );
  });

  it('waits for the debts above it while its own calls run', async () => {
    await openPage(route);
    const [late] = await screen.findAllByText(content);
    expect(late).not.toBeVisible();
    expect(screen.getByText(loading)).toBeVisible();
    answerCharges();
    expect((await screen.findAllByText(debts))[0]).toBeVisible();
    expect(late).toBeVisible();
    expect(screen.queryByText(loading)).toBeNull();
  });

  it('appears with a notice and Retry when the charges fail', async () => {
    server.use(answer(readUpcomingCharges, connectionFailure, { once: true }));
    const { user } = await openPage(route);
    await waitFor(() => expect(screen.getAllByText(content)[0]).toBeVisible());
    expect(screen.getByText(/^Couldn’t load the charges$|^Couldn’t check for overdue invoices$/)).toBeVisible();
    answerCharges();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect((await screen.findAllByText(debts))[0]).toBeVisible();
    expect(screen.queryByText(/^Couldn’t/)).toBeNull();
  });
});

it('shows a failure of the subscriptions without waiting for the charges', async () => {
  serve();
  server.use(answer(readFeatureSummary, connectionFailure), answer(readUpcomingCharges, neverAnswer));
  await openPage(PLANS);
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(screen.queryByText('Loading subscriptions...')).toBeNull();
});
