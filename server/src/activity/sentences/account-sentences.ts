/** Sentences about how people sign in. */
import { plural } from 'shared-api/contracts';
import type { Describe } from '../logged-change.js';
import type { Names } from '../names.js';
import { numberOf, recordOf, textOf } from '../recorded.js';
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

const personText = (entityId: string, names: Names): string => names.person(entityId) ?? 'a former account';

export const secondFactorAdd: Describe = ({ after }) => ({
  sentence: sentence('set up ', added(factorText(after)), ' as a second factor'),
});

export const secondFactorRemove: Describe = ({ before }) => ({
  sentence: sentence('removed ', removed(factorText(before)), ' as a second factor'),
});

/** A refusal isn't a change of the person: somebody else may have tried. */
export const secondFactorRefuse: Describe = ({ after }) => {
  const { kind, reason } = recordOf(after);
  const shown = kind === 'passkey' ? 'answer' : 'code';
  return {
    sentence: sentence(
      reason === 'replayed' ? `was refused with a used ${shown} of ` : `was refused with a wrong ${shown} of `,
      name(kindText(after)),
    ),
  };
};

export const secondFactorReset: Describe = ({ entityId }, names) => ({
  sentence: sentence('removed all second factors of ', name(personText(entityId, names))),
});

export const passkeyRename: Describe = ({ before, after }) => ({
  sentence: sentence(
    'renamed ',
    removed(factorText(before)),
    ' to ',
    added(textOf(recordOf(after)['name']) ?? 'another name'),
  ),
});

export const recoveryCodesCreate: Describe = () => ({
  sentence: sentence('created new ', added('recovery codes')),
});

export const recoveryCodeUse: Describe = ({ after }) => ({
  sentence: sentence(
    'signed in with ',
    name('a recovery code'),
    ` (${plural(numberOf(recordOf(after)['left']) ?? 0, 'code')} left)`,
  ),
});
