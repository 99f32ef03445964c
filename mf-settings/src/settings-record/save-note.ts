/** The status next to Save after a save. It disappears when its cause is fixed or discarded. */
import { messages } from '../messages';
import { changedKeys, type Draft, type SaveScope, scopeOf, undecidedConflicts } from './draft';
import { problemsOf } from './problems';
import type { SettingsPath } from 'shared-api/contracts';

export type SaveResult =
  | { kind: 'done' }
  /** Nothing was sent: the person has to fix fields or resolve conflicts first. */
  | { kind: 'problems' }
  | { kind: 'undecided' }
  /** The server rejected a field. */
  | { kind: 'refused'; text: string }
  | { kind: 'failed'; text: string };

export interface SaveNote {
  tone: 'success' | 'danger';
  text: string;
}

export function saveNoteOf(result: SaveResult | null, draft: Draft | null, part: SaveScope): SaveNote | null {
  if (!result || !draft) return null;
  const danger = (stands: boolean, text: string): SaveNote | null => (stands ? { tone: 'danger', text } : null);
  switch (result.kind) {
    case 'done':
      return { tone: 'success', text: messages.settings.saving.done };
    case 'problems': {
      const count = problemsOf(draft, part).length;
      return danger(count > 0, messages.settings.saving.errorsFirst(count));
    }
    case 'undecided': {
      const count = undecidedConflicts(draft, part).length;
      return danger(count > 0, messages.settings.saving.choicesFirst(count));
    }
    case 'refused':
      return danger(
        Object.keys(draft.serverErrors).some((path) => scopeOf(path as SettingsPath) === part),
        result.text,
      );
    case 'failed':
      return danger(changedKeys(draft, part).length > 0, result.text);
  }
}
