import { editedValue, type PracticeSettings, type SettingsKey } from 'shared-api/contracts';
import { ConflictPanel } from 'shared-ui/versioned';
import type { Dispatch, ReactNode, RefObject } from 'react';
import { messages } from '../messages';
import { type Action, conflictsOf, type Draft, type MergedField, type SaveScope } from './draft';
import { labelOf, valueText } from './value-text';

const text = messages.settings.merge;

/** The merged fields as text, by label and person. */
export function mergedText(merged: readonly MergedField[], settings: PracticeSettings): string {
  const named = merged.map(({ key, by }) =>
    by ? text.byWhom(labelOf(key, settings), by.changed_by) : labelOf(key, settings),
  );
  return text.also(messages.settings.and([...new Set(named)]));
}

export interface SettingsConflictPanelProps {
  draft: Draft;
  part: SaveScope;
  timeZone: string;
  dispatch: Dispatch<Action>;
  ref: RefObject<HTMLDivElement | null>;
}

/** Shows, after someone else's save, the merged fields and both values of every conflicting field. */
export function SettingsConflictPanel({ draft, part, timeZone, dispatch, ref }: SettingsConflictPanelProps): ReactNode {
  const conflicts = conflictsOf(draft, part);
  if (conflicts.length === 0) return null;
  const { settings } = draft.base;
  const merged = part === 'page' ? (draft.merge?.merged ?? []) : [];
  return (
    <ConflictPanel
      ref={ref}
      timeZone={timeZone}
      takesFocus={draft.merge?.fromSave ?? false}
      facts={merged.length > 0 ? [mergedText(merged, settings)] : []}
      conflicts={conflicts.map(({ key, mine, theirs, by, choice }) => ({
        key,
        field: labelOf(key, settings),
        mine: valueText(key, editedValue(mine), settings),
        theirs: valueText(key, theirs, settings),
        by,
        choice,
      }))}
      onChoose={(side, keys) => dispatch({ type: 'choose', side, keys: keys as readonly SettingsKey[] })}
    />
  );
}
