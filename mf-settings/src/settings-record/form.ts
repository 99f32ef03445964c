/** The context that a settings page gives to its parts. */
import type { PracticeSettings, SettingsPath } from 'shared-api/contracts';
import { createContext, type Dispatch, type ReactNode, useContext, useEffect } from 'react';
import type { Action, Draft } from './draft';
import type { Settings } from './use-settings';

export interface SettingsForm {
  draft: Draft;
  dispatch: Dispatch<Action>;
  /** The record, for a part with its own save. */
  settings: Settings;
  /** The loaded settings, without the edits. */
  saved: PracticeSettings;
  /** The trimmed search text. Empty shows everything. */
  search: string;
  /** Notes about values, each shown below its field instead of the help. */
  notes: Partial<Record<SettingsPath, ReactNode>>;
  /** Why the person may not change settings; undefined if they may. */
  reason: string | undefined;
  /** Refetches the record and merges it with the edits. Resolves to false, with a toast, if that failed. */
  readAgain: () => Promise<boolean>;
  /** Reports unsaved work of a part that is not a field of the page; null for none. */
  holds: (part: string, what: string | null) => void;
}

export const SettingsFormContext = createContext<SettingsForm | null>(null);

export function useSettingsForm(): SettingsForm {
  const form = useContext(SettingsFormContext);
  if (!form) throw new Error('A setting needs a settings page around it');
  return form;
}

/** Guards unsaved work outside the page's fields: an edited clinic form, or a selection of clinics. */
export function useUnsavedPart(part: string, what: string | null): void {
  const { holds } = useSettingsForm();
  useEffect(() => {
    holds(part, what);
    return () => holds(part, null);
  }, [holds, part, what]);
}

/** True if each word of the search is in one of the names. An empty search matches everything. */
export function matches(search: string, ...names: readonly string[]): boolean {
  const parts = search.toLowerCase().split(/\s+/).filter(Boolean);
  return parts.length === 0 || names.some((name) => parts.every((part) => name.toLowerCase().includes(part)));
}
