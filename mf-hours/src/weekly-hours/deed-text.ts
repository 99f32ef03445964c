import { messages } from '../messages';
import { nameOf } from './names';
import type { Deed } from './undo';

const words = messages.weeklyHours.undo;

/** What a bulk change did, in one sentence. */
export function deedText(deed: Deed): string {
  switch (deed.kind) {
    case 'copied-day':
      return words.copiedDay(deed.from, deed.days, deed.rows.map(nameOf));
    case 'copied-week':
      return words.copiedWeek(nameOf(deed.from), deed.rows.map(nameOf));
    case 'follows':
      return words.follows(nameOf(deed.row));
    case 'own':
      return words.own(nameOf(deed.row));
    case 'cleared':
      return words.cleared(nameOf(deed.row), deed.day);
    case 'typed':
      return words.typed(nameOf(deed.row), deed.day);
    case 'pasted':
      return words.pasted(nameOf(deed.row), deed.day);
  }
}
