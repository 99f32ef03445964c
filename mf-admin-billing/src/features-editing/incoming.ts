/** What others had saved, in words: said when it was merged and saved along. Pure. */
import { describe } from './describe';
import { partNames } from './draft';
import { editingMessages } from './messages';
import type { Options } from './options';
import type { Incoming } from './save-part';

/** One sentence per save of somebody else; nothing where the lists and dates came out the same. */
export function incomingTexts(options: Options, incoming: readonly Incoming[]): string[] {
  return incoming.flatMap(({ by, before, after }) => {
    const lines = partNames.flatMap((part) => describe(options, part, before, after));
    return lines.length > 0 ? [editingMessages.incoming(by, lines)] : [];
  });
}
