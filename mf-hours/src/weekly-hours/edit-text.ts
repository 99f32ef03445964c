import { messages } from '../messages';
import { nameOf } from './names';
import type { Outcome } from './draft';
import type { UndoableEdit } from './undo';

const text = messages.weeklyHours.undo;

/** The result of the last action. */
export function outcomeText(outcome: Outcome): string {
  return outcome.kind === 'restored'
    ? text.beforeSave(outcome.days)
    : text.pastedDays(outcome.changed, outcome.cleared);
}

/** Describes a bulk change in one sentence. */
export function editText(edit: UndoableEdit): string {
  switch (edit.kind) {
    case 'copied-day':
      return text.copiedDay(edit.from, edit.days, edit.rows.map(nameOf));
    case 'copied-week':
      return text.copiedWeek(nameOf(edit.from), edit.rows.map(nameOf));
    case 'restored':
      return text.restored(edit.rows.map(nameOf));
    case 'follows':
      return text.follows(nameOf(edit.row));
    case 'own':
      return text.own(nameOf(edit.row));
    case 'cleared':
      return text.cleared(edit.count, nameOf(edit.row), edit.day);
    case 'typed':
      return text.typed(nameOf(edit.row), edit.day);
    case 'pasted':
      return text.pasted(edit.count, nameOf(edit.row), edit.day);
    case 'chosen':
      return text.chosen(edit.count, nameOf(edit.row));
    case 'filled':
      return text.filled(edit.count);
  }
}
