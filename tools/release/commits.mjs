// @ts-check
/**
 * What a commit means for versions. Commits are Conventional Commits, `fix(billing): refund the proration`; those of earlier
 * releases have the area alone, `billing: refund the proration`. Two things change more than the last part of a version:
 *
 * - `feat(shared-api)!: remove the former dates`, or a line `BREAKING CHANGE: …` at the end: what others use is gone or different.
 * - the type `feat`, or a line `Adds: …` at the end: something new that others can use, or that people can do.
 */

/** @typedef {'major' | 'minor' | 'patch'} Level */
/**
 * @typedef {object} Commit
 * @property {string} hash
 * @property {string} subject
 * @property {string[]} breaking what no longer works as before
 * @property {string[]} added what is new
 * @property {string[]} files paths from the repository's root
 */

export const MAX_SUBJECT_LENGTH = 72;
const SUBJECT =
  /^(?<type>[a-z0-9]+(?:-[a-z0-9]+)*)(?:\([a-z0-9]+(?:-[a-z0-9]+)*\))?(?<breaking>!?): (?<sentence>[a-z].*[^.\s])$/;
const TRAILER = /^(?<name>Adds|BREAKING[ -]CHANGE): +(?<text>\S.*)$/;
/** A line that seems to be meant as a trailer, but wouldn't be read as one. */
const NEARLY_TRAILER = /^(adds?|added|breaking[ -]changes?|features?) *: /i;

/** @param {string} subject */
export const isValidSubject = (subject) => subject.length <= MAX_SUBJECT_LENGTH && SUBJECT.test(subject);

/** The lines of a message that almost mark a change. @param {string} message @returns {string[]} */
export const mistypedTrailers = (message) =>
  message
    .split('\n')
    .slice(1)
    .filter((line) => NEARLY_TRAILER.test(line) && !TRAILER.test(line));

/** The trailers of a message, each continued by the lines after it. @param {string[]} lines */
function trailersOf(lines) {
  /** @type {{ name: string, text: string }[]} */
  const found = [];
  let continues = false;
  for (const line of lines) {
    const { name, text } = TRAILER.exec(line)?.groups ?? {};
    if (name !== undefined && text !== undefined) found.push({ name, text: text.trim() });
    else if (continues && line.trim() !== '' && !/^[\w-]+: /.test(line)) {
      const last = found[found.length - 1];
      if (last) last.text += ` ${line.trim()}`;
    } else {
      continues = false;
      continue;
    }
    continues = true;
  }
  return found;
}

/** @param {string} hash @param {string} message @param {string[]} [files] @returns {Commit} */
export function readCommit(hash, message, files = []) {
  const [subject = '', ...lines] = message.trim().split('\n');
  const trailers = trailersOf(lines);
  const named = trailers.filter(({ name }) => name !== 'Adds').map(({ text }) => text);
  const { type, breaking, sentence = '' } = SUBJECT.exec(subject)?.groups ?? {};
  const added = trailers.filter(({ name }) => name === 'Adds').map(({ text }) => text);
  return {
    hash,
    subject,
    breaking: named.length > 0 ? named : breaking === '!' ? [sentence] : [],
    added: added.length > 0 || type !== 'feat' ? added : [sentence],
    files,
  };
}

/** @param {Commit[]} commits @returns {Level} */
export function levelOf(commits) {
  if (commits.some(({ breaking }) => breaking.length > 0)) return 'major';
  return commits.some(({ added }) => added.length > 0) ? 'minor' : 'patch';
}
