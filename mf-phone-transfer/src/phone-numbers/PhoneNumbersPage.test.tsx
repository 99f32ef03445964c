import { describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { readPhoneNumbers } from 'shared-api/contracts';
import { answer, connectionFailure, errorReply, neverAnswer } from 'shared-api/testing';
import { network, numbersIn, openNumbers, openPage, region, serve, withNetwork } from './testing/open-page';
import { aMove, ORGANIZATION_SID, PRACTICE_SID, sidOf } from './testing/phone-server';

withNetwork();

describe('the lists of numbers', () => {
  it('shows that the lists are loading', async () => {
    serve();
    network.use(answer(readPhoneNumbers, neverAnswer));
    await openPage();
    expect(await screen.findByRole('heading', { name: 'Transfer Twilio phone numbers' })).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent('Loading...');
  });

  it.each([
    [
      'the message of the server',
      () => errorReply(502, 'provider_unavailable', 'Twilio isn’t responding'),
      'Twilio isn’t responding',
    ],
    ['its own message', connectionFailure, 'Couldn’t load the phone numbers.'],
  ])('shows %s when the lists cannot be read, and retries', async (_, broken, text) => {
    serve();
    network.use(answer(readPhoneNumbers, () => broken()));
    const { user } = await openPage();
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    serve();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('region', { name: 'Practice account' })).toBeVisible();
  });

  it('shows each account with its SID and its formatted numbers', async () => {
    serve();
    await openNumbers();
    expect(numbersIn('Practice account')).toEqual(['+1 (312) 555-0100', '+1 (312) 555-0101', '+49 305 550 1001']);
    expect(numbersIn('Organization account')).toEqual(['+1 (312) 555-0180', '+44 207 946 0018']);
    const practice = region('Practice account');
    expect(practice.getByText(`Account SID ${PRACTICE_SID}`)).toBeVisible();
    expect(practice.getByText(sidOf('+13125550100'))).toBeVisible();
    expect(region('Organization account').getByText(`Account SID ${ORGANIZATION_SID}`)).toBeVisible();
  });

  it('shortens SIDs of numbers and texts of buttons on a phone', async () => {
    const media = jest.spyOn(window, 'matchMedia').mockReturnValue({ ...window.matchMedia(''), matches: true });
    serve();
    const { user } = await openPage();
    const account = await screen.findByRole('region', { name: 'Practice account' });
    const sid = sidOf('+13125550100');
    expect(within(account).getByText(PRACTICE_SID)).toBeVisible();
    expect(within(account).getByText(`${sid.slice(0, 8)}…${sid.slice(-6)}`)).toBeVisible();
    expect(within(account).queryByRole('button', { name: /^Transfer (selected|1 number)/ })).toBeNull();
    const transfer = within(account).getByRole('button', {
      name: 'Transfer +1 (312) 555-0100 to the organization account',
    });
    expect(transfer).toHaveTextContent(/^Transfer$/);
    await user.click(within(account).getByRole('checkbox', { name: 'Select +1 (312) 555-0100' }));
    expect(within(account).getByRole('button', { name: 'Transfer 1 number' })).toBeVisible();
    media.mockRestore();
  });

  it('shows the practice, its number and its state in the heading', async () => {
    serve();
    await openNumbers();
    const head = screen.getByRole('heading', { level: 1 }).parentElement as HTMLElement;
    await within(head).findByText('Past due');
    expect(head).toHaveTextContent(/^Transfer Twilio phone numbersBright Smiles DentalNo. \d+Past due$/);
  });

  it('searches by digits and keeps the search in the URL', async () => {
    serve();
    const { user, shell } = await openNumbers();
    await user.type(screen.getByRole('searchbox', { name: 'Search numbers' }), '(312) 555-018');
    expect(numbersIn('Organization account')).toEqual(['+1 (312) 555-0180']);
    expect(region('Practice account').getByText('No number matches')).toBeVisible();
    const address = new URL(shell.visited.at(-1) ?? '', 'https://console.test');
    expect([...address.searchParams]).toEqual([['search', '(312) 555-018']]);
    await user.clear(screen.getByRole('searchbox'));
    expect(numbersIn('Practice account')).toHaveLength(3);
  });

  it('explains where numbers come from when there are none', async () => {
    serve({ practice_phone_numbers: {} });
    await openNumbers();
    expect(region('Practice account').getByText(/moved here from the organization account/)).toBeVisible();
  });
});

describe('copying', () => {
  it('copies a number as it is dialed, or a SID', async () => {
    serve();
    const { user, shell } = await openNumbers();
    const written = jest.spyOn(navigator.clipboard, 'writeText');
    await user.click(screen.getByRole('button', { name: 'Copy +1 (312) 555-0100' }));
    await user.click(screen.getByRole('button', { name: `Copy ${ORGANIZATION_SID}` }));
    expect(written.mock.calls).toEqual([['+13125550100'], [ORGANIZATION_SID]]);
    expect(shell.notifications).toContainEqual({ severity: 'success', message: 'Copied +1 (312) 555-0100' });
  });

  it('shows an error when the browser does not allow copying', async () => {
    serve();
    const { user, shell } = await openNumbers();
    jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('NotAllowedError'));
    await user.click(screen.getByRole('button', { name: `Copy ${ORGANIZATION_SID}` }));
    await waitFor(() => expect(shell.notifications).toHaveLength(1));
    expect(shell.notifications[0]).toMatchObject({ severity: 'error' });
  });
});

describe('when an account cannot be used', () => {
  it.each([
    [
      'a missing account',
      { practice_twilio_subaccount: null, practice_account_status: 'missing' as const },
      'No voice account',
    ],
    ['a suspended account', { practice_account_status: 'suspended' as const }, 'Suspended'],
    ['a closed account', { practice_account_status: 'closed' as const }, 'Closed'],
  ])('disables the transfer and explains why for %s', async (_, over, state) => {
    const server = serve(over);
    const { user } = await openNumbers();
    expect(region('Practice account').getByText(state)).toBeVisible();
    const button = screen.getByRole('button', { name: /^Transfer \+1 \(312\) 555-0180/ });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(button).toHaveAccessibleDescription(/Numbers can’t be moved right now/);
    await user.click(button);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(server.requests).toEqual([]);
  });
});

describe('latest moves', () => {
  it('shows what moved where, when, by whom and with which outcome', async () => {
    serve({
      moves: [
        aMove(),
        aMove({
          id: 'm0',
          outcome: 'unknown',
          to: 'practice',
          message: 'The move was interrupted.',
          moved_by: 'Sue Super',
        }),
      ],
    });
    await openNumbers();
    const rows = within(region('Latest moves').getByRole('table')).getAllByRole('row').slice(1);
    expect(rows.map((row) => row.textContent)).toEqual([
      '+1 (312) 555-0180Organization accountMovedNov 20, 2026, 9:42 AMIvy Internal',
      '+1 (312) 555-0180Practice accountUnknownNov 20, 2026, 9:42 AMSue SuperThe move was interrupted.',
    ]);
  });

  it('shows a message instead of an empty table', async () => {
    serve();
    await openNumbers();
    await waitFor(() => expect(region('Latest moves').getByText('No moves yet')).toBeVisible());
    expect(region('Latest moves').queryByRole('table')).toBeNull();
  });
});
