/** Which passwords people may choose. One rule for the account page and for the commands. */
import { passwordLengthProblem } from 'shared-api/contracts/accounts';
import { invalid } from '../http/app-error.js';

/**
 * The number of the rule. Raise it with each change that refuses more passwords: people then have theirs checked again at
 * their next sign-in (decision 0077).
 */
export const PASSWORD_RULE = 1;

/** Of 0 to 4. From 3 on, guessing takes more than 10⁸ attempts (zxcvbn), and wrong attempts are limited. */
const MIN_STRENGTH = 3;

/** The strength of longer passwords is that of their begin: the time to find it grows much faster than the length. */
const MAX_CHECKED = 64;

type Check = (password: string, personal: string[]) => { score: number; reasons: string[] };

let loading: Promise<Check> | undefined;

/** Loads the dictionaries when the first password is chosen. They take about 30 MB of memory. */
function loadCheck(): Promise<Check> {
  loading ??= (async () => {
    const [{ ZxcvbnFactory }, common, english] = await Promise.all([
      import('@zxcvbn-ts/core'),
      import('@zxcvbn-ts/language-common'),
      import('@zxcvbn-ts/language-en'),
    ]);
    const zxcvbn = new ZxcvbnFactory({
      dictionary: { ...common.dictionary, ...english.dictionary },
      graphs: common.adjacencyGraphs,
      translations: english.translations,
    });
    return (password, personal) => {
      const { score, feedback } = zxcvbn.check(password.slice(0, MAX_CHECKED), personal);
      return { score, reasons: [feedback.warning, ...feedback.suggestions].filter((text) => text !== null) };
    };
  })();
  return loading;
}

/** Words that a guesser tries first: the person's name and address, their parts, and the parts in one word. */
const personalWords = (person: { email: string; name: string }): string[] =>
  [person.name, person.email, ...person.email.split('@')]
    .map((text) => text.split(/[\s@.+_-]+/))
    .flatMap((parts) => [...parts, parts.join('')])
    .filter((word) => word !== '');

interface PasswordProblem {
  message: string;
  /** For the field where the password is entered. */
  reason: string;
}

/** What the rule refuses a password for: short, overlong and guessable ones (NIST 800-63B). Nothing leaves the server. */
export async function passwordProblem(
  password: string,
  person: { email: string; name: string },
): Promise<PasswordProblem | undefined> {
  const wrongLength = passwordLengthProblem(password);
  if (wrongLength !== undefined) return { message: `New password: ${wrongLength}.`, reason: wrongLength };
  const { score, reasons } = (await loadCheck())(password, personalWords(person));
  if (score >= MIN_STRENGTH) return undefined;
  const message = 'This password is easy to guess.';
  return { message, reason: [message, ...reasons].join(' ') };
}

/**
 * Refuses what the rule refuses.
 *
 * @param field of the request, which the reason is shown at
 * @throws AppError `invalid`
 */
export async function assertPassword(
  password: string,
  person: { email: string; name: string },
  field = 'password',
): Promise<void> {
  const problem = await passwordProblem(password, person);
  if (problem) throw invalid(problem.message, { [field]: problem.reason });
}
