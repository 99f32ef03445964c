/**
 * The mock server of the standalone host: `npm run dev -w mf-phone-transfer`. URL parameters choose the data:
 * `?practice=none|suspended|closed|missing`, `&organization=suspended|closed|missing`, `&reading=fails`. The German number
 * needs an address, and the response for the British number is lost. Moves are remembered until the page reloads.
 */
import { type PhoneNumbers, readPhoneNumbers } from 'shared-api/contracts';
import { answer, connectionFailure, errorReply } from 'shared-api/testing';
import { aMove, PhoneServer, somePhoneNumbers, withSids } from './phone-numbers/testing/phone-server';

export const practice = { id: 1, name: 'Bright Smiles Dental', time_zone: 'America/Chicago', pms_name: 'opendental' };

const parameters = new URLSearchParams(location.search);
const statuses = ['suspended', 'closed', 'missing'] as const;
const statusOf = (name: string): PhoneNumbers['org_account_status'] =>
  statuses.find((status) => status === parameters.get(name)) ?? 'active';
const hasNone = parameters.get('practice') === 'none';

const seconds = (): number => Math.floor(Date.now() / 1000);
const server = new PhoneServer(
  somePhoneNumbers({
    org_phone_numbers: withSids(
      '+442079460018',
      ...Array.from({ length: 18 }, (_, at) => `+131255502${String(at).padStart(2, '0')}`),
    ),
    ...((hasNone || parameters.get('practice') === 'closed') && { practice_phone_numbers: {} }),
    ...(hasNone && { practice_twilio_subaccount: null }),
    practice_account_status: hasNone ? 'missing' : statusOf('practice'),
    org_account_status: statusOf('organization'),
    moves: [
      aMove({ id: 'a', moved_at: seconds() - 4000, message: 'Changed by the move: Voice application: AP… → none' }),
      aMove({ id: 'b', moved_at: seconds() - 90_000, to: 'practice', outcome: 'failed', message: 'No address' }),
      aMove({ id: 'c', moved_at: seconds() - 190_000, outcome: 'unknown', message: 'The move was interrupted.' }),
    ],
  }),
  seconds,
);
server.override = (body, self) => {
  if (body.phone_number.startsWith('+49')) {
    return errorReply(
      422,
      'address_required',
      'The number needs an address in its new account. Add one there at Twilio.',
    );
  }
  if (!body.phone_number.startsWith('+44')) return undefined;
  self.move(body);
  return connectionFailure();
};

export const handlers = [
  ...(parameters.get('reading') === 'fails'
    ? [answer(readPhoneNumbers, () => errorReply(502, 'provider_unavailable', 'The voice provider does not answer.'))]
    : []),
  ...server.handlers(),
];
