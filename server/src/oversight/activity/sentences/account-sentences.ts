/** Sentences about how people sign in. */
import { listText, plural } from 'shared-api/contracts';
import type { AuditAction } from '../../../platform/audit/actions.js';
import type { Describe } from '../logged-change.js';
import type { Names } from '../names.js';
import { numberOf, recordOf, textOf, textsOf } from '../recorded.js';
import type { SentencePart } from 'shared-api/contracts/activity';
import { added, name, removed, sentence } from '../sentence.js';

const kindTexts: Readonly<Record<string, string>> = {
  passkey: 'a passkey',
  totp: 'an authenticator app',
  recovery_code: 'a recovery code',
};

const kindText = (side: unknown): string => kindTexts[textOf(recordOf(side)['kind']) ?? ''] ?? 'a second factor';

/** `an authenticator app`, `the passkey “Front desk”`. */
function factorText(side: unknown): string {
  const { kind, name: given } = recordOf(side);
  const named = textOf(given);
  return kind === 'passkey' && named !== undefined ? `the passkey “${named}”` : kindText(side);
}

const methodTexts: Readonly<Record<string, string>> = {
  ...kindTexts,
  password: 'a password',
  identity_provider: 'the identity provider',
};

/** ` (Chrome on Windows, 203.0.113.7)` */
function placeText(side: unknown): string {
  const { device, network } = recordOf(side);
  const facts = textsOf([device, network]);
  return facts.length === 0 ? '' : ` (${facts.join(', ')})`;
}

const refusalTexts: Readonly<Record<string, string>> = {
  wrong_password: 'a wrong password',
  unknown_address: 'an unknown address',
  unknown_passkey: 'an unknown passkey',
  no_second_factor: 'no second factor at the identity provider',
  unknown_identity: 'an identity that has no account here',
  not_started_here: 'an answer of the identity provider that this browser didn’t ask for',
  callback_expired: 'an answer of the identity provider that came too late or a second time',
  provider_refused: 'an answer of the identity provider that signs nobody in',
  deactivated: 'a deactivated account',
};

const personText = (entityId: string, names: Names): string => names.person(entityId) ?? 'a former account';

/**
 * The start of a refusal. The account's owner isn't its actor: somebody else may have tried. Entries of earlier
 * versions name the owner as the actor.
 */
function refusedText({ actor, entity, entityId }: Parameters<Describe>[0], names: Names): SentencePart[] {
  if (entity !== 'person') return sentence('refused somebody');
  return actor.id === entityId ? sentence('was refused') : sentence('refused ', name(personText(entityId, names)));
}

const logoutRefusalTexts: Readonly<Record<string, string>> = {
  malformed: 'it can’t be read',
  signature: 'its signature is wrong',
  issuer: 'it comes from elsewhere',
  audience: 'it’s for another console',
  expired: 'it has expired',
  time: 'it has no valid time',
  type: 'it’s of another type',
  nonce: 'it belongs to a sign-in',
  event: 'it isn’t about signing out',
  identity: 'it names nobody',
  jti: 'it has no number',
  replayed: 'it was used before',
};

const linkRefusalTexts: Readonly<Record<string, string>> = {
  used: 'a used link',
  replaced: 'a replaced link',
  withdrawn: 'a withdrawn link',
  expired: 'an expired link',
  not_valid: 'a link that isn’t valid anymore',
  has_password: 'a link for a first password, which the account already has',
  unknown: 'an unknown link',
};

export const accountSentences = {
  'session.start': ({ after }) => {
    const methods = textsOf(recordOf(after)['methods']).flatMap((method) => methodTexts[method] ?? []);
    const how = methods.length === 0 ? [] : [' with ', name(listText(methods))];
    return { sentence: sentence('signed in', ...how, placeText(after)) };
  },

  'session.sign_out': ({ after }) => ({ sentence: sentence('signed out', placeText(after)) }),

  'sign_in.refuse': (change, names) => {
    const reason = textOf(recordOf(change.after)['reason']) ?? '';
    const place = placeText(change.after);
    if (reason === 'outside_networks')
      return { sentence: [...refusedText(change, names), ...sentence(` from outside the networks of staff${place}`)] };
    const shown = name(refusalTexts[reason] ?? 'a wrong answer');
    return { sentence: [...refusedText(change, names), ...sentence(' with ', shown, place)] };
  },

  /** The actor is the provider that the token claims to come from. */
  'logout_token.refuse': ({ after }) => {
    const { reason, network } = recordOf(after);
    const why = logoutRefusalTexts[textOf(reason) ?? ''] ?? 'it’s wrong';
    const from = textOf(network);
    return {
      sentence: sentence(
        'was refused with ',
        name('a message to sign somebody out'),
        `: ${why}${from === undefined ? '' : ` (${from})`}`,
      ),
    };
  },

  'account_link.create': ({ entityId }, names) => ({
    sentence: sentence('created ', added('a link to a new password'), ' for ', name(personText(entityId, names))),
  }),

  'account_link.refuse': (change, names) => {
    const shown = name(linkRefusalTexts[textOf(recordOf(change.after)['reason']) ?? ''] ?? 'a link');
    return { sentence: [...refusedText(change, names), ...sentence(' with ', shown)] };
  },

  'account_link.use': () => ({ sentence: sentence('set a new password with a link') }),

  'second_factor.add': ({ after }) => ({
    sentence: sentence('set up ', added(factorText(after)), ' as a second factor'),
  }),

  'second_factor.remove': ({ before }) => ({
    sentence: sentence('removed ', removed(factorText(before)), ' as a second factor'),
  }),

  'second_factor.refuse': (change, names) => {
    const { after } = change;
    const { kind, reason } = recordOf(after);
    const shown = `${reason === 'replayed' ? 'used' : 'wrong'} ${kind === 'passkey' ? 'answer' : 'code'}`;
    return {
      sentence: [
        ...refusedText(change, names),
        ...sentence(` with a ${shown} of `, name(kindText(after)), placeText(after)),
      ],
    };
  },

  'shared_computer.change': ({ after }) => ({
    sentence: sentence(
      recordOf(after)['shared'] === true ? 'marked a computer as shared' : 'ended the sharing of a computer',
      placeText(after),
    ),
  }),

  'passkey.copy': ({ entityId, after }, names) => {
    const label = textOf(recordOf(after)['name']);
    return {
      sentence: sentence(
        label === undefined ? 'refused a passkey of ' : `refused the passkey “${label}” of `,
        name(personText(entityId, names)),
        ', which may have been copied: another device has used it since',
        placeText(after),
      ),
    };
  },

  'second_factor.reset': ({ entityId }, names) => ({
    sentence: sentence('removed all second factors of ', name(personText(entityId, names))),
  }),

  'passkey.rename': ({ before, after }) => ({
    sentence: sentence(
      'renamed ',
      removed(factorText(before)),
      ' to ',
      added(textOf(recordOf(after)['name']) ?? 'another name'),
    ),
  }),

  'recovery_codes.create': () => ({
    sentence: sentence('created new ', added('recovery codes')),
  }),

  'recovery_code.use': ({ after }) => ({
    sentence: sentence(
      'signed in with ',
      name('a recovery code'),
      ` (${plural(numberOf(recordOf(after)['left']) ?? 0, 'code')} left)`,
    ),
  }),
} satisfies Partial<Record<AuditAction, Describe>>;
