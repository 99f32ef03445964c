/** Builds sentences from plain texts and marked parts. */
import { listText } from 'shared-api/contracts';
import type { ActivityChange, SentencePart } from 'shared-api/contracts/activity';

export const name = (text: string): SentencePart => ({ kind: 'name', text });
export const removed = (text: string): SentencePart => ({ kind: 'removed', text });
export const added = (text: string): SentencePart => ({ kind: 'added', text });

/** A sentence. Empty texts are left out. */
export function sentence(...parts: (string | SentencePart)[]): SentencePart[] {
  return parts
    .map((part): SentencePart => (typeof part === 'string' ? { kind: 'text', text: part } : part))
    .filter(({ text }) => text !== '');
}

/** `from X to Y`; a missing value is written as `none`. */
export function fromTo({ before, after }: ActivityChange, none = 'none'): (string | SentencePart)[] {
  return [' from ', removed(before ?? none), ' to ', added(after ?? none)];
}

/** Maximum number of names in a sentence. */
const MAX_NAMES = 3;

/** Names as marked parts: `Phones, Call Log and 4 more`. */
export function namesOf(texts: readonly string[], mark: (text: string) => SentencePart): (string | SentencePart)[] {
  const shown = texts.length > MAX_NAMES ? texts.slice(0, MAX_NAMES - 1) : texts;
  const rest = texts.length - shown.length;
  const parts = [...shown.map(mark), ...(rest > 0 ? [`${rest} more`] : [])];
  return parts.flatMap((part, index) => {
    if (index === 0) return [part];
    return [index === parts.length - 1 ? ' and ' : ', ', part];
  });
}

/** The list of all names, for sentences that show only some of them: `Removed Phones, Call Log and Texting`. */
export function restOf(label: string, texts: readonly string[], side: 'before' | 'after'): ActivityChange[] {
  if (texts.length <= MAX_NAMES) return [];
  return [{ label, before: null, after: null, [side]: listText(texts), names: true }];
}
