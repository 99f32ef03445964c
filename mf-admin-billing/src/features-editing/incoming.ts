/** Describes others' changes that were merged into a save. Pure. */
import { describeChanges } from './describe';
import { partNames } from './draft';
import { editingMessages } from './messages';
import type { Options } from './options';
import type { Incoming } from './save-part';

/** One sentence per save by someone else; none if lists and dates are equal. */
export function incomingTexts(options: Options, incoming: readonly Incoming[]): string[] {
  return incoming.flatMap(({ by, before, after }) => {
    const lines = partNames.flatMap((part) => describeChanges(options, part, { before, after }));
    return lines.length > 0 ? [editingMessages.incoming(by, lines)] : [];
  });
}
