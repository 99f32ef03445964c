/** Which passwords people may choose. One rule for the account page and for the commands. */
import { passwordLengthProblem } from 'shared-api/contracts/accounts';
import type { Db } from '../../platform/database/tables.js';
import { invalid } from '../../platform/errors/app-error.js';
import { listMembershipsOf } from '../members/members-repository.js';
import { listPracticesByIds } from '../practice-records/practice-lookups.js';

/**
 * The number of the rule. Raise it with each change that refuses more passwords: people then have theirs checked again at
 * their next sign-in (decision 0077).
 */
export const PASSWORD_RULE = 3;

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

/** Whose password it is, and what everybody knows of them. */
export interface PasswordOwner {
  email: string;
  name: string;
  /** Names of the person's practices. */
  practices?: readonly string[];
}

/** The name of this console, which its pages show to everybody. */
const PRODUCT = 'Practice Console';
/** Shorter words are part of too many others: they count only where they stand alone. */
const MIN_WORD_LENGTH = 3;

/** Letters that have no accent to drop, and those of other alphabets that look like Latin ones. */
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
/** How German, Danish and Swedish names are written without their letters. */
const spelledOut: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' };

const replaced = (text: string, by: Readonly<Record<string, string>>): string =>
  [...text].map((letter) => by[letter] ?? letter).join('');

/** A text in small Latin letters, in both ways to write letters like ü: `muller`, `mueller`. */
function folded(text: string): string[] {
  const small = text.normalize('NFKC').toLowerCase();
  return [small, replaced(small, spelledOut)].map((one) =>
    replaced(one.normalize('NFKD').replace(/\p{M}/gu, ''), latin),
  );
}

const withoutDoubles = (text: string): string => text.replace(/(.)\1+/gu, '$1');

/** Words that a guesser tries first: names and addresses, their parts, and the parts in one word. */
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

/** The text without the words, in any order and as often as they are there, and without the signs around them. */
function withoutWords(text: string, words: readonly string[]): string {
  // The longest first: a short one may be part of it.
  const either = [...words]
    .sort((one, other) => other.length - one.length)
    .map((word) => (word.length < MIN_WORD_LENGTH ? `(?<!\\p{L})${word}(?!\\p{L})` : word))
    .join('|');
  return text.replace(new RegExp(`[^\\p{L}\\p{N}]*(?:${either})[^\\p{L}\\p{N}]*`, 'gu'), '');
}

/** What is left of the password without known words, in each of the ways to read it that have some. */
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
  'It’s made of your name, your email address, your practice or this console’s name. Use other words.';

/**
 * What the rule refuses a password for: short, overlong and guessable ones (NIST 800-63B). Known words of its owner count for
 * nothing: what is left without them must be strong by itself. Nothing leaves the server.
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

/** A person with what else everybody knows of them. */
export async function passwordOwner(
  db: Db,
  { id, email, name }: { id: string; email: string; name: string },
): Promise<PasswordOwner> {
  const practices = await listPracticesByIds(db, await listMembershipsOf(db, id));
  return { email, name, practices: practices.map((practice) => practice.name) };
}

/**
 * Refuses what the rule refuses.
 *
 * @param field of the request, which the reason is shown at
 * @throws AppError `invalid`
 */
export async function assertPassword(password: string, owner: PasswordOwner, field = 'password'): Promise<void> {
  const problem = await passwordProblem(password, owner);
  if (problem) throw invalid(problem.message, { [field]: problem.reason });
}
