import { expect, it } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { readPhoneNumbers } from 'shared-api/contracts';
import { answer, refusal } from 'shared-api/testing';
import { faultsIn } from 'shared-ui/testing';
import { finished, network, openNumbers, openPage, serve, transfer, withNetwork } from './testing/open-page';
import { aMove } from './testing/phone-server';

withNetwork();

it('failed', async () => {
  network.use(answer(readPhoneNumbers, () => refusal(502, 'provider_unavailable', 'No')));
  await openPage();
  await screen.findByRole('alert');
  expect(await faultsIn()).toEqual([]);
});

it('with a question, a result and a history', async () => {
  const server = serve({ moves: [aMove()] });
  server.otherwise = () => refusal(422, 'address_required', 'An address.');
  const { user } = await openNumbers();
  await transfer(user, '+1 (312) 555-0100', 'organization');
  await finished();
  expect(await faultsIn()).toEqual([]);
  await user.click(screen.getByRole('button', { name: /^Transfer \+1 \(312\) 555-0101/ }));
  await screen.findByRole('dialog');
  expect(await act(() => faultsIn())).toEqual([]);
});

it('with accounts that cannot be used', async () => {
  serve({ practice_twilio_subaccount: null, practice_account_status: 'missing', practice_phone_numbers: {} });
  await openNumbers();
  expect(await faultsIn()).toEqual([]);
});
