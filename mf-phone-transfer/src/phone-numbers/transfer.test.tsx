import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { readPhoneNumbers, transferPhoneNumber } from 'shared-api/contracts';
import { answer, connectionFailure, errorReply, reply, neverAnswer } from 'shared-api/testing';
import {
  waitForResults,
  network,
  numbersIn,
  openNumbers,
  region,
  serve,
  transfer,
  withNetwork,
} from './testing/open-page';
import { ORGANIZATION_SID, PRACTICE_SID, sidOf } from './testing/phone-server';

withNetwork();

const first = '+1 (312) 555-0100';

describe('transfer of one number', () => {
  it('moves nothing on Cancel and returns the focus', async () => {
    const server = serve();
    const { user } = await openNumbers();
    const button = screen.getByRole('button', { name: `Transfer ${first} to the organization account` });
    await user.click(button);
    const sure = within(await screen.findByRole('dialog', { name: 'Are you sure?' }));
    expect(
      sure.getByText(`${first} leaves the practice account and arrives in the organization account.`),
    ).toBeVisible();
    expect(sure.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await user.click(sure.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(button).toHaveFocus();
    expect(server.requests).toEqual([]);
  });

  it('moves a number there and back and reads the lists again', async () => {
    const server = serve();
    const { user } = await openNumbers();
    await transfer(user, first, 'organization');
    const result = await waitForResults();
    expect(result.getByText('1 number moved')).toBeVisible();
    expect(server.requests).toEqual([
      {
        phone_number: '+13125550100',
        phone_number_sid: sidOf('+13125550100'),
        origin_account_sid: PRACTICE_SID,
        destination_account_sid: ORGANIZATION_SID,
      },
    ]);
    expect(numbersIn('Organization account')).toContain(first);
    expect(numbersIn('Practice account')).not.toContain(first);
    expect(region('Latest moves').getByText('Ivy Internal')).toBeVisible();
    expect(server.reads).toBe(2);
    await transfer(user, first, 'practice');
    await waitFor(() => expect(numbersIn('Practice account')).toContain(first));
    expect(server.requests.at(-1)).toMatchObject({
      origin_account_sid: ORGANIZATION_SID,
      destination_account_sid: PRACTICE_SID,
    });
  });

  it('shows Loading..., keeps the focus and disables other transfers until the lists are read', async () => {
    const server = serve();
    const { user, shell } = await openNumbers();
    server.override = () => {
      expect(shell.unsaved).toEqual({ what: expect.stringContaining('still being moved') });
      network.use(answer(readPhoneNumbers, neverAnswer));
      return undefined;
    };
    await transfer(user, first, 'organization');
    const result = region('Result of the transfer');
    expect(await result.findByText('Loading...')).toBeVisible();
    expect(document.activeElement).toContainElement(result.getByText('Loading...'));
    expect(screen.getByRole('button', { name: /^Transfer \+1 \(312\) 555-0101/ })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
  });

  it('moves a number once on a double click', async () => {
    const server = serve();
    const { user } = await openNumbers();
    await user.click(screen.getByRole('button', { name: `Transfer ${first} to the organization account` }));
    const confirm = within(await screen.findByRole('dialog')).getByRole('button', { name: 'Transfer' });
    await user.dblClick(confirm);
    await waitForResults();
    expect(server.requests).toHaveLength(1);
  });

  it('names the settings that changed with the move', async () => {
    const server = serve();
    server.override = (body, self) => {
      self.move(body);
      return reply(transferPhoneNumber, { status: 'success', message: '', changed_settings: ['Trunk: TK1 → none'] });
    };
    const { user } = await openNumbers();
    await transfer(user, first, 'organization');
    expect((await waitForResults()).getByText('Changed by the move: Trunk: TK1 → none')).toBeVisible();
  });
});

describe('when a transfer fails', () => {
  it('shows the message of the server and moves the number on Retry', async () => {
    const server = serve();
    server.override = () => errorReply(422, 'address_required', 'The number needs an address in its new account.');
    const { user } = await openNumbers();
    await transfer(user, '+49 305 550 1001', 'organization');
    const result = await waitForResults();
    expect(result.getByText('The number needs an address in its new account.')).toBeVisible();
    expect(result.getByText(`The address belongs in the organization account, ${ORGANIZATION_SID}.`)).toBeVisible();
    server.override = () => undefined;
    await user.click(result.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('1 number moved')).toBeVisible();
    expect(numbersIn('Organization account')).toContain('+49 305 550 1001');
  });

  it.each([
    ['no answer, but the number arrived', connectionFailure, true, 'the number was moved', false],
    ['no answer, and the number stayed', connectionFailure, false, 'nothing was moved', true],
    [
      'a provider that is down',
      () => errorReply(502, 'provider_unavailable', 'Twilio does not answer.'),
      false,
      'nothing was moved',
      true,
    ],
  ])('shows the true state after %s', async (_, broken, done, words, again) => {
    const server = serve();
    server.override = (body, self) => {
      if (done) self.move(body);
      return broken();
    };
    const { user } = await openNumbers();
    await transfer(user, first, 'organization');
    const result = await waitForResults();
    expect(result.getByText(new RegExp(words))).toBeVisible();
    expect(numbersIn(done ? 'Organization account' : 'Practice account')).toContain(first);
    expect(result.queryByRole('button', { name: 'Retry' }) !== null).toBe(again);
  });

  it('keeps the outcome unknown until the lists can be read again', async () => {
    const server = serve();
    server.override = (body, self) => {
      self.move(body);
      network.use(answer(readPhoneNumbers, () => errorReply(502, 'provider_unavailable', 'Twilio isn’t responding.')));
      return connectionFailure();
    };
    const { user } = await openNumbers();
    await transfer(user, first, 'organization');
    const result = await waitForResults();
    expect(result.getByText('1 number unknown')).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('may be out of date');
    network.use(...server.handlers());
    await user.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('1 number moved')).toBeVisible();
  });

  it('names the account of a number that somebody else has moved', async () => {
    const server = serve();
    const { user } = await openNumbers();
    server.move({
      phone_number: '+13125550100',
      phone_number_sid: sidOf('+13125550100'),
      origin_account_sid: PRACTICE_SID,
      destination_account_sid: ORGANIZATION_SID,
    });
    await transfer(user, first, 'organization');
    const result = await waitForResults();
    expect(result.getByText('The number is in the organization account now.')).toBeVisible();
    expect(result.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument();
  });
});

describe('transfer of several numbers', () => {
  it('moves numbers one after another with a result each and continues after a failure', async () => {
    const server = serve();
    server.override = ({ phone_number }) =>
      phone_number === '+13125550101' ? errorReply(422, 'refused_by_provider', 'Not this one.') : undefined;
    const { user } = await openNumbers();
    await user.click(region('Practice account').getByRole('checkbox', { name: 'Select all 3 numbers' }));
    await user.click(screen.getByRole('button', { name: 'Transfer 3 numbers' }));
    const sure = within(await screen.findByRole('dialog', { name: 'Are you sure?' }));
    expect(sure.getByText(/^3 numbers leave the practice account/)).toBeVisible();
    await user.click(sure.getByRole('button', { name: 'Transfer' }));
    const result = await waitForResults();
    expect(result.getByText('2 numbers moved, 1 number not moved')).toBeVisible();
    expect(result.getAllByRole('listitem').map((item: HTMLElement) => item.textContent)).toEqual([
      expect.stringMatching(/^Moved/),
      expect.stringMatching(/^Not moved.*Not this one\.$/),
      expect.stringMatching(/^Moved/),
    ]);
    expect(numbersIn('Practice account')).toEqual(['+1 (312) 555-0101']);
    expect(server.reads).toBe(2);
    await user.click(result.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(server.requests).toHaveLength(4));
  });

  it('offers to transfer only the numbers that the search shows', async () => {
    serve();
    const { user } = await openNumbers();
    await user.click(region('Practice account').getByRole('checkbox', { name: 'Select all 3 numbers' }));
    await user.type(screen.getByRole('searchbox'), '0101');
    expect(screen.getByRole('button', { name: 'Transfer 1 number' })).toBeVisible();
  });
});
