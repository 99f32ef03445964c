import { editedValue, overrideLists } from 'shared-api/contracts';
import { messages } from '../messages';
import type { Draft } from '../settings-record/draft';
import type { SaveQuestion } from '../settings-record/SaveControls';

/** Kinds of messages that patients who opted out would newly get. Each is listed once for email, SMS or both. */
export function newlyOverridden({ edits, base }: Draft): string[] {
  const names = overrideLists.flatMap((path) =>
    base.settings[path].flatMap(({ id, name }) => {
      const edit = edits.get(`${path}.${id}`);
      return edit && editedValue(edit) === true ? name : [];
    }),
  );
  return [...new Set(names)];
}

/** Asked before a save that turns overrides on, on whichever page they are staged. */
export function overrideQuestion(draft: Draft): SaveQuestion | null {
  const count = newlyOverridden(draft).length;
  return count === 0
    ? null
    : {
        title: messages.communication.confirm.title(count),
        text: messages.communication.confirm.text(count),
        confirm: messages.communication.confirm.button,
      };
}
