import {
  overrideLists,
  type PracticeSettings,
  sameSettingsValue,
  settingsKeysOf,
  type SettingsKey,
  settingsLabels,
  type SettingsPath,
  settingsPathAt,
  settingsValue,
} from 'shared-api/contracts';
import type { ActivityRevert } from 'shared-api/contracts/activity';
import { RevertNotice, type StagedValues, useRevert } from 'shared-ui/activity';
import type { Dispatch, ReactNode } from 'react';
import { useLazyReadActivityQuery } from '../api';
import { messages } from '../messages';
import { type Action, changedKeys, type Draft } from '../settings-record/draft';
import type { DraftStore } from '../settings-record/draft-store';
import { lockOf } from '../settings-record/fields';
import type { SectionNames } from '../settings-record/Section';
import { labelOf } from '../settings-record/value-text';

export interface RevertedSettingsProps {
  /** Id of the change in the activity. */
  id: string;
  practiceId: number;
  store: DraftStore;
  /** What the page shows of it now. */
  draft: Draft;
  dispatch: Dispatch<Action>;
  /** The sections of the page. Other fields can't be staged here, except for overrides. */
  sections: readonly SectionNames[];
  /** Why the person can't change settings; undefined if they can. */
  reason: string | undefined;
}

const isList = (path: SettingsPath): path is (typeof overrideLists)[number] =>
  (overrideLists as readonly string[]).includes(path);

/** A setting in the editor, with its previous value. */
interface FormerValue {
  key: SettingsKey;
  value: unknown;
}

/** The previous value of a field, or of each override in a list. */
function formerValues(path: SettingsPath, value: unknown, settings: PracticeSettings): FormerValue[] {
  if (!isList(path)) return [{ key: path, value }];
  const overridden: readonly unknown[] = Array.isArray(value) ? value : [];
  return settingsKeysOf(settings)
    .filter((key) => key.startsWith(`${path}.`))
    .map((key) => ({ key, value: overridden.includes(key.slice(path.length + 1)) }));
}

/**
 * Stages the previous values that this person can change. Overrides are staged on every settings page, because one save
 * sends them all. The list before the save shows those of other pages.
 *
 * @param from the day of the change, such as `Nov 28`
 */
export function stageSettings(
  revert: ActivityRevert,
  { store, dispatch, sections, reason }: Pick<RevertedSettingsProps, 'store' | 'dispatch' | 'sections' | 'reason'>,
  from: string,
): StagedValues {
  const draft = store.get();
  if (revert.kind !== 'settings' || !draft) return { staged: 0, skipped: [] };
  const { settings } = draft.base;
  const shown = new Set<string>(sections.flatMap(({ paths = [] }) => paths));
  const skipped = (revert.forbidden ?? []).flatMap((field) => {
    const path = settingsPathAt(field);
    return path ? [settingsLabels[path]] : [];
  });
  const elsewhere: string[] = [];
  const before = new Set(changedKeys(draft, 'page'));
  let staged = 0;
  for (const [field, value] of Object.entries(revert.values)) {
    const path = settingsPathAt(field);
    if (!path) continue;
    const mayNot = isList(path) ? !settings.permissions.communication_overrides : lockOf(path, settings) !== undefined;
    const isGone = !isList(path) && settingsValue(settings, path) === undefined;
    if (reason !== undefined || mayNot || isGone || !(shown.has(path) || isList(path))) {
      skipped.push(settingsLabels[path]);
      continue;
    }
    const stagedBefore = staged;
    for (const former of formerValues(path, value, settings)) {
      // Includes fields whose saved value is already the previous one, because the person can have staged a different
      // one.
      dispatch({ type: 'changed', key: former.key, value: former.value, from });
      before.delete(former.key);
      if (!sameSettingsValue(settingsValue(settings, former.key), former.value)) staged += 1;
    }
    if (!shown.has(path) && staged > stagedBefore) elsewhere.push(settingsLabels[path]);
  }
  const others = [...before];
  return {
    staged,
    skipped,
    others: others.map((key) => labelOf(key, settings)),
    dropOthers: () => dispatch({ type: 'revert', keys: others }),
    ...(elsewhere.length > 0 && { note: messages.activity.elsewhere(messages.communication.title, elsewhere) }),
  };
}

/** Stages the previous values of a change and shows a notice. */
export function RevertedSettings({ id, practiceId, draft, ...editor }: RevertedSettingsProps): ReactNode {
  const [readActivity] = useLazyReadActivityQuery();
  const { state, retry } = useRevert({
    read: () => readActivity({ practice: practiceId, activity: id }).unwrap(),
    stage: (revert, from) => stageSettings(revert, editor, from),
  });
  const isChanged = changedKeys(draft, 'page').length > 0;
  return <RevertNotice state={state} isChanged={isChanged} onRetry={retry} />;
}
