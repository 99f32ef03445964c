import { messages } from '../messages';
import { nameOf } from './names';
import type { UndoableEdit } from './undo';

const words = messages.weeklyHours.undo;

/** What a bulk change did, in one sentence. */
export function editText(edit: UndoableEdit): string {
  switch (edit.kind) {
    case 'copied-day':
      return words.copiedDay(edit.from, edit.days, edit.rows.map(nameOf));
    case 'copied-week':
      return words.copiedWeek(nameOf(edit.from), edit.rows.map(nameOf));
    case 'follows':
      return words.follows(nameOf(edit.row));
    case 'own':
      return words.own(nameOf(edit.row));
    case 'cleared':
      return words.cleared(edit.count, nameOf(edit.row), edit.day);
    case 'typed':
      return words.typed(nameOf(edit.row), edit.day);
    case 'pasted':
      return words.pasted(edit.count, nameOf(edit.row), edit.day);
    case 'filled':
      return words.filled(edit.count);
  }
}
