import { expect, it } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { readPhoneNumbers } from 'shared-api/contracts';
import { answer, errorReply } from 'shared-api/testing';
import { accessibilityViolations } from 'shared-ui/testing';
import { waitForResults, network, openNumbers, openPage, serve, transfer, withNetwork } from './testing/open-page';
import { aMove } from './testing/phone-server';

withNetwork();

it('has no accessibility violations after a failure', async () => {
  serve();
  network.use(answer(readPhoneNumbers, () => errorReply(502, 'provider_unavailable', 'No')));
  await openPage();
  await screen.findByRole('alert');
  expect(await accessibilityViolations()).toEqual([]);
});

it('has no accessibility violations with a question, a result and a history', async () => {
  const server = serve({ moves: [aMove()] });
  server.override = () => errorReply(422, 'address_required', 'An address.');
  const { user } = await openNumbers();
  await transfer(user, '+1 (312) 555-0100', 'organization');
  await waitForResults();
  expect(await accessibilityViolations()).toEqual([]);
  await user.click(screen.getByRole('button', { name: /^Transfer \+1 \(312\) 555-0101/ }));
  await screen.findByRole('dialog');
  expect(await act(() => accessibilityViolations())).toEqual([]);
});

it('has no accessibility violations with accounts that cannot be used', async () => {
  serve({ practice_twilio_subaccount: null, practice_account_status: 'missing', practice_phone_numbers: {} });
  await openNumbers();
  expect(await accessibilityViolations()).toEqual([]);
});
