/** What every part of a settings page knows of the page around it. */
import type { PracticeSettings } from 'shared-api/contracts';
import { createContext, type Dispatch, useContext, useEffect } from 'react';
import type { Action, Draft } from './draft';

export interface SettingsForm {
  draft: Draft;
  dispatch: Dispatch<Action>;
  /** The settings as they were read, without the edits. */
  saved: PracticeSettings;
  /** What is searched for, trimmed; empty shows everything. */
  search: string;
  /** Reads the record again and puts what comes under the edits. False when that failed, which is then said. */
  readAgain: () => Promise<boolean>;
  /** Tells what a part of the page holds that is not saved and is none of the record's fields; null for nothing. */
  holds: (part: string, what: string | null) => void;
}

export const SettingsFormContext = createContext<SettingsForm | null>(null);

export function useSettingsForm(): SettingsForm {
  const form = useContext(SettingsFormContext);
  if (!form) throw new Error('A setting needs a settings page around it');
  return form;
}

/** Guards what a part of the page holds beside the record: a clinic form that is open, clinics that are ticked. */
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
