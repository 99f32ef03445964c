/** The context that a settings page provides to its parts. It keeps its identity while a person types. */
import type { PracticeSettings, SettingsPath } from 'shared-api/contracts';
import { createContext, type Dispatch, type ReactNode, useContext, useEffect, useSyncExternalStore } from 'react';
import type { Action, Draft } from './draft';
import type { Settings } from './use-settings';

export interface SettingsForm extends Pick<Settings, 'store'> {
  dispatch: Dispatch<Action>;
  /** The loaded settings, without the edits. */
  saved: PracticeSettings;
  /** The trimmed search text. Empty shows everything. */
  search: string;
  /** Notes about values, shown below the field instead of its help. */
  notes: Partial<Record<SettingsPath, ReactNode>>;
  /** Why the person can't change settings; undefined if they can. */
  reason: string | undefined;
  /** Refetches the record and merges it with the edits. Resolves to undefined, with a toast, if that failed. */
  readAgain: Settings['readAgain'];
  /** Reports unsaved work outside the page's fields; null for none. */
  holds: (part: string, what: string | null) => void;
}

export const SettingsFormContext = createContext<SettingsForm | null>(null);

export function useSettingsForm(): SettingsForm {
  const form = useContext(SettingsFormContext);
  if (!form) throw new Error('A setting needs a settings page around it');
  return form;
}

/**
 * Selects a part of the draft. The component rerenders when it changes.
 * @param select returns an identical value while that part of the draft is unchanged
 */
export function useDraft<Selected>(select: (draft: Draft) => Selected): Selected {
  const { store } = useSettingsForm();
  return useSyncExternalStore(store.subscribe, () => {
    const draft = store.get();
    if (!draft) throw new Error('A settings page shows its parts after its first load');
    return select(draft);
  });
}

const whole = (draft: Draft): Draft => draft;

/** The whole draft, for components that compare it. A field selects only its own part. */
export const useWholeDraft = (): Draft => useDraft(whole);

/** Guards unsaved work outside the page's fields: an edited clinic form, or a selection of clinics. */
export function useUnsavedPart(part: string, what: string | null): void {
  const { holds } = useSettingsForm();
  useEffect(() => {
    holds(part, what);
    return () => holds(part, null);
  }, [holds, part, what]);
}

/** True if each search word is in one of the names. An empty search matches everything. */
export function matches(search: string, ...names: readonly string[]): boolean {
  const parts = search.toLowerCase().split(/\s+/).filter(Boolean);
  return parts.length === 0 || names.some((name) => parts.every((part) => name.toLowerCase().includes(part)));
}
