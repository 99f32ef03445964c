import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { readPhoneNumbers, transferPhoneNumber } from 'shared-api/contracts';
import { answer, noConnection, pageOfProxy, refusal, reply, silence } from 'shared-api/testing';
import { finished, network, numbersIn, openNumbers, region, serve, transfer, withNetwork } from './testing/open-page';
import { ORGANIZATION, PRACTICE, sidOf } from './testing/phone-server';

withNetwork();

const first = '+1 (312) 555-0100';

describe('one number', () => {
  it('is asked about first; Cancel moves nothing and gives the focus back', async () => {
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
    expect(server.asked).toEqual([]);
  });

  it('goes there and back, and the lists are read again each time', async () => {
    const server = serve();
    const { user } = await openNumbers();
    await transfer(user, first, 'organization');
    const result = await finished();
    expect(result.getByText('1 number moved')).toBeVisible();
    expect(server.asked).toEqual([
      {
        phone_number: '+13125550100',
        phone_number_sid: sidOf('+13125550100'),
        origin_account_sid: PRACTICE,
        destination_account_sid: ORGANIZATION,
      },
    ]);
    expect(numbersIn('Organization account')).toContain(first);
    expect(numbersIn('Practice account')).not.toContain(first);
    expect(region('Latest moves').getByText('Ivy Internal')).toBeVisible();
    expect(server.reads).toBe(2);
    await transfer(user, first, 'practice');
    await waitFor(() => expect(numbersIn('Practice account')).toContain(first));
    expect(server.asked.at(-1)).toMatchObject({ origin_account_sid: ORGANIZATION, destination_account_sid: PRACTICE });
  });

  it('says Loading... while it is read back, has the focus meanwhile and lets nothing else be moved', async () => {
    const server = serve();
    const { user, shell } = await openNumbers();
    server.otherwise = () => {
      expect(shell.unsaved).toEqual({ what: expect.stringContaining('still being moved') });
      network.use(answer(readPhoneNumbers, silence));
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

  it('is moved once for two clicks', async () => {
    const server = serve();
    const { user } = await openNumbers();
    await user.click(screen.getByRole('button', { name: `Transfer ${first} to the organization account` }));
    const confirm = within(await screen.findByRole('dialog')).getByRole('button', { name: 'Transfer' });
    await user.dblClick(confirm);
    await finished();
    expect(server.asked).toHaveLength(1);
  });

  it('names the settings that changed with the move', async () => {
    const server = serve();
    server.otherwise = (body, self) => {
      self.move(body);
      return reply(transferPhoneNumber, { status: 'success', message: '', changed_settings: ['Trunk: TK1 → none'] });
    };
    const { user } = await openNumbers();
    await transfer(user, first, 'organization');
    expect((await finished()).getByText('Changed with the move: Trunk: TK1 → none')).toBeVisible();
  });
});

describe('what goes wrong', () => {
  it('is said in the words of the server, and Retry goes once it is mended', async () => {
    const server = serve();
    server.otherwise = () => refusal(422, 'address_required', 'The number needs an address in its new account.');
    const { user } = await openNumbers();
    await transfer(user, '+49 305 550 1001', 'organization');
    const result = await finished();
    expect(result.getByText('The number needs an address in its new account.')).toBeVisible();
    expect(result.getByText(`The address belongs in the organization account, ${ORGANIZATION}.`)).toBeVisible();
    server.otherwise = () => undefined;
    await user.click(result.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('1 number moved')).toBeVisible();
    expect(numbersIn('Organization account')).toContain('+49 305 550 1001');
  });

  it.each([
    ['no answer, but the number arrived', noConnection, true, 'the number has arrived', false],
    ['no answer, and the number stayed', noConnection, false, 'nothing was moved', true],
    ['a proxy’s page, but the number arrived', pageOfProxy, true, 'the number has arrived', false],
    [
      'a provider that is down',
      () => refusal(502, 'provider_unavailable', 'Twilio does not answer.'),
      false,
      'nothing was moved',
      true,
    ],
  ])('%s: the true state is shown', async (_, broken, done, words, again) => {
    const server = serve();
    server.otherwise = (body, self) => {
      if (done) self.move(body);
      return broken();
    };
    const { user } = await openNumbers();
    await transfer(user, first, 'organization');
    const result = await finished();
    expect(result.getByText(new RegExp(words))).toBeVisible();
    expect(numbersIn(done ? 'Organization account' : 'Practice account')).toContain(first);
    expect(result.queryByRole('button', { name: 'Retry' }) !== null).toBe(again);
  });

  it('stays unknown while the lists cannot be read, and is settled when they can', async () => {
    const server = serve();
    server.otherwise = (body, self) => {
      self.move(body);
      network.use(answer(readPhoneNumbers, () => refusal(502, 'provider_unavailable', 'Twilio rests.')));
      return noConnection();
    };
    const { user } = await openNumbers();
    await transfer(user, first, 'organization');
    const result = await finished();
    expect(result.getByText('1 number not known')).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('may be out of date');
    network.use(...server.handlers());
    await user.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('1 number moved')).toBeVisible();
  });

  it('tells where a number is that somebody else has moved', async () => {
    const server = serve();
    const { user } = await openNumbers();
    server.move({
      phone_number: '+13125550100',
      phone_number_sid: sidOf('+13125550100'),
      origin_account_sid: PRACTICE,
      destination_account_sid: ORGANIZATION,
    });
    await transfer(user, first, 'organization');
    const result = await finished();
    expect(result.getByText('The number is in the organization account now.')).toBeVisible();
    expect(result.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument();
  });
});

describe('several numbers', () => {
  it('are moved one after another, with a result each; one that fails does not stop the others', async () => {
    const server = serve();
    server.otherwise = ({ phone_number }) =>
      phone_number === '+13125550101' ? refusal(422, 'refused_by_provider', 'Not this one.') : undefined;
    const { user } = await openNumbers();
    await user.click(region('Practice account').getByRole('checkbox', { name: 'Choose all 3 numbers' }));
    await user.click(screen.getByRole('button', { name: 'Transfer 3 numbers' }));
    const sure = within(await screen.findByRole('dialog', { name: 'Are you sure?' }));
    expect(sure.getByText(/^3 numbers leave the practice account/)).toBeVisible();
    await user.click(sure.getByRole('button', { name: 'Transfer' }));
    const result = await finished();
    expect(result.getByText('2 numbers moved, 1 number not moved')).toBeVisible();
    expect(result.getAllByRole('listitem').map((item: HTMLElement) => item.textContent)).toEqual([
      expect.stringMatching(/^Moved/),
      expect.stringMatching(/^Not moved.*Not this one\.$/),
      expect.stringMatching(/^Moved/),
    ]);
    expect(numbersIn('Practice account')).toEqual(['+1 (312) 555-0101']);
    expect(server.reads).toBe(2);
    await user.click(result.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(server.asked).toHaveLength(4));
  });

  it('are those alone that the search shows', async () => {
    serve();
    const { user } = await openNumbers();
    await user.click(region('Practice account').getByRole('checkbox', { name: 'Choose all 3 numbers' }));
    await user.type(screen.getByRole('searchbox'), '0101');
    expect(screen.getByRole('button', { name: 'Transfer 1 number' })).toBeVisible();
  });
});
