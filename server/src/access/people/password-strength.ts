/** Which passwords people may choose. The account page and the commands share one rule. */
import { passwordLengthProblem } from 'shared-api/contracts/accounts';
import type { Db } from '../../platform/database/tables.js';
import { invalid } from '../../platform/errors/app-error.js';
import { listMembershipsOf } from '../members/members-repository.js';
import { listPracticesByIds } from '../practice-records/practice-lookups.js';

/**
 * The rule's version. Raise it with each change that refuses more passwords: people then have theirs checked again at
 * their next sign-in (decision 0077).
 */
export const PASSWORD_RULE = 3;

/** On zxcvbn's scale of 0 to 4. From 3, guessing takes more than 10⁸ attempts, and wrong attempts are limited. */
const MIN_STRENGTH = 3;

/** Only the start of a longer password is rated, because rating time grows much faster than the length. */
const MAX_CHECKED = 64;

type Check = (password: string, personal: string[]) => { score: number; reasons: string[] };

let loading: Promise<Check> | undefined;

/** Loads the dictionaries for the first chosen password. They take about 30 MB of memory. */
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

/** The password's owner, with what is publicly known about them. */
export interface PasswordOwner {
  email: string;
  name: string;
  /** Names of the person's practices. */
  practices?: readonly string[];
}

/** The console's name, which its pages show to everyone. */
const PRODUCT = 'Practice Console';
/** Shorter words are part of too many others, so they match only as separate words. */
const MIN_WORD_LENGTH = 3;

/** Letters that don't decompose into a base letter and an accent, and letters of other alphabets that look Latin. */
const latin: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ı: 'i', æ: 'ae', œ: 'oe', þ: 'th' },
  ...{ а: 'a', в: 'b', е: 'e', һ: 'h', і: 'i', ј: 'j', к: 'k', м: 'm', о: 'o', р: 'p', с: 'c', ѕ: 's', т: 't' },
  ...{
    у: 'y',
    х: 'x',
    ԁ: 'd',
    ԛ: 'q',
    ԝ: 'w',
    α: 'a',
    γ: 'y',
    ε: 'e',
    ι: 'i',
    κ: 'k',
    ν: 'v',
    ο: 'o',
    ρ: 'p',
    τ: 't',
    υ: 'u',
  },
};
/** How German, Danish and Swedish letters are spelled in plain Latin letters. */
const spelledOut: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' };

const replaced = (text: string, by: Readonly<Record<string, string>>): string =>
  [...text].map((letter) => by[letter] ?? letter).join('');

/** A text in lowercase Latin letters, in both spellings of letters like ü: `muller`, `mueller`. */
function folded(text: string): string[] {
  const small = text.normalize('NFKC').toLowerCase();
  return [small, replaced(small, spelledOut)].map((one) =>
    replaced(one.normalize('NFKD').replace(/\p{M}/gu, ''), latin),
  );
}

const withoutDoubles = (text: string): string => text.replace(/(.)\1+/gu, '$1');

/** Words that a guesser tries first: names and addresses, their parts, and the parts joined. */
function knownWords({ email, name, practices = [] }: PasswordOwner): string[] {
  const texts = [name, email, ...email.split('@'), ...practices, PRODUCT];
  const words = texts
    .flatMap(folded)
    .map((text) => text.split(/[^\p{L}\p{N}]+/u))
    .flatMap((parts) => [...parts, parts.join('')])
    .filter((word) => word.length > 1);
  return [...new Set(words)];
}

/** Letters that people write as digits and signs. A `1`, `!` or `|` is an i or an l. */
const writtenAs: Readonly<Record<string, string>> = {
  ...{ 0: 'o', 2: 'z', 3: 'e', 4: 'a', 5: 's', 6: 'g', 7: 't', 8: 'b', 9: 'g', '@': 'a', $: 's' },
};
const readable = (text: string, one: string): string => text.replace(/[0-9@$!|]/g, (sign) => writtenAs[sign] ?? one);

/** The text without any occurrence of the words and the signs around them. */
function withoutWords(text: string, words: readonly string[]): string {
  // The longest first, because a shorter word may be part of it.
  const either = [...words]
    .sort((one, other) => other.length - one.length)
    .map((word) => (word.length < MIN_WORD_LENGTH ? `(?<!\\p{L})${word}(?!\\p{L})` : word))
    .join('|');
  return text.replace(new RegExp(`[^\\p{L}\\p{N}]*(?:${either})[^\\p{L}\\p{N}]*`, 'gu'), '');
}

/** The rest of the password without known words, for each reading that contains any. */
function remainders(password: string, words: readonly string[]): string[] {
  const read = folded(password).flatMap((text) => [text, readable(text, 'i'), readable(text, 'l')]);
  const joined = read.map((one) => one.replace(/[^\p{L}\p{N}]+/gu, ''));
  const forwards = [...read, ...joined];
  const backwards = forwards.map((one) => [...one].reverse().join(''));
  const readings = [...new Set([...forwards, ...backwards])];
  const singles = words.map(withoutDoubles);
  return [
    ...readings.map((text) => ({ text, left: withoutWords(text, words) })),
    ...[...new Set(readings.map(withoutDoubles))].map((text) => ({ text, left: withoutWords(text, singles) })),
  ]
    .filter(({ text, left }) => left !== text)
    .map(({ left }) => left);
}

interface PasswordProblem {
  message: string;
  /** For the field where the password is entered. */
  reason: string;
}

const GUESSABLE = 'This password is easy to guess.';
const MADE_OF_KNOWN =
  'It’s based on your name, your email address, your practice or this console’s name. Use other words.';

/**
 * Why the rule refuses a password: too short, too long or guessable (NIST 800-63B). Known words about its owner don't
 * count: the rest must be strong by itself. Nothing leaves the server.
 */
export async function passwordProblem(password: string, owner: PasswordOwner): Promise<PasswordProblem | undefined> {
  const wrongLength = passwordLengthProblem(password);
  if (wrongLength !== undefined) return { message: `New password: ${wrongLength}.`, reason: wrongLength };
  const check = await loadCheck();
  const words = knownWords(owner);
  if (remainders(password, words).some((left) => check(left, words).score < MIN_STRENGTH)) {
    return { message: GUESSABLE, reason: `${GUESSABLE} ${MADE_OF_KNOWN}` };
  }
  const { score, reasons } = check(password, words);
  return score >= MIN_STRENGTH ? undefined : { message: GUESSABLE, reason: [GUESSABLE, ...reasons].join(' ') };
}

/** A person with what is publicly known about them. */
export async function passwordOwner(
  db: Db,
  { id, email, name }: { id: string; email: string; name: string },
): Promise<PasswordOwner> {
  const practices = await listPracticesByIds(db, await listMembershipsOf(db, id));
  return { email, name, practices: practices.map((practice) => practice.name) };
}

/**
 * Asserts that the rule accepts a password.
 *
 * @param field of the request that shows the reason
 * @throws AppError `invalid`
 */
export async function assertPassword(password: string, owner: PasswordOwner, field = 'password'): Promise<void> {
  const problem = await passwordProblem(password, owner);
  if (problem) throw invalid(problem.message, { [field]: problem.reason });
}
