/** What every part of a settings page knows of the page around it. */
import type { PracticeSettings, SettingsPath } from 'shared-api/contracts';
import { createContext, type Dispatch, type ReactNode, useContext, useEffect } from 'react';
import type { Action, Draft } from './draft';
import type { Settings } from './use-settings';

export interface SettingsForm {
  draft: Draft;
  dispatch: Dispatch<Action>;
  /** The record, for a part that saves itself. */
  settings: Settings;
  /** The settings as they were read, without the edits. */
  saved: PracticeSettings;
  /** What is searched for, trimmed; empty shows everything. */
  search: string;
  /** Under a field instead of its help: what is known of its value. */
  notes: Partial<Record<SettingsPath, ReactNode>>;
  /** Why the person may not change settings; undefined where they may. */
  reason: string | undefined;
  /** Reads the record again and merges it under the edits. False when that failed, which is then said. */
  readAgain: () => Promise<boolean>;
  /** Says what a part of the page holds that is not saved and is none of the page's fields; null for nothing. */
  holds: (part: string, what: string | null) => void;
}

export const SettingsFormContext = createContext<SettingsForm | null>(null);

export function useSettingsForm(): SettingsForm {
  const form = useContext(SettingsFormContext);
  if (!form) throw new Error('A setting needs a settings page around it');
  return form;
}

/** Guards what a part of the page holds besides the page's fields: an edited clinic form, clinics that are selected. */
export function useUnsavedPart(part: string, what: string | null): void {
  const { holds } = useSettingsForm();
  useEffect(() => {
    holds(part, what);
    return () => holds(part, null);
  }, [holds, part, what]);
}

/** True where each word of the search is in one of the names. An empty search matches everything. */
export function matches(search: string, ...names: readonly string[]): boolean {
  const parts = search.toLowerCase().split(/\s+/).filter(Boolean);
  return parts.length === 0 || names.some((name) => parts.every((part) => name.toLowerCase().includes(part)));
}
