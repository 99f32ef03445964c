import { describe, expect, it } from '@jest/globals';
import { type PracticeSettings, settingsLabels } from 'shared-api/contracts';
import { basicSection } from '../practice-settings/sections';
import {
  type Action,
  changedKeys,
  type Draft,
  draftOf,
  formerValues,
  reduce,
  shownSettings,
} from '../settings-record/draft';
import { createDraftStore } from '../settings-record/draft-store';
import { restoredDraft, storedDraftOf } from '../settings-record/stored-draft';
import { someSettings } from '../settings-record/testing/builders';
import { stageSettings } from './RevertedSettings';

/** Stages previous values over the person's earlier edits. */
function stage(
  saved: Partial<PracticeSettings>,
  earlier: readonly Action[],
  values: Record<string, unknown>,
  forbidden?: string[],
) {
  const store = createDraftStore(draftOf({ settings: someSettings(saved), etag: '"1"' }));
  const draft = (): Draft => {
    const present = store.get();
    if (!present) throw new Error('There is no draft');
    return present;
  };
  const dispatch = (action: Action): void => store.set(reduce(draft(), action));
  for (const action of earlier) dispatch(action);
  const sections = [basicSection];
  const { dropOthers, ...result } = stageSettings(
    { kind: 'settings', values, ...(forbidden && { forbidden }) },
    { store, dispatch, sections, reason: undefined },
    'Nov 28',
  );
  return { result, draft, dispatch, dropOthers };
}

const edit = (key: 'is_pediatric' | 'send_task_emails', value: boolean): Action => ({ type: 'changed', key, value });

describe('a revert link with other edits', () => {
  const saved = { is_pediatric: true, send_task_emails: false };

  it('counts already staged values', () => {
    const { result } = stage(saved, [edit('is_pediatric', false)], { is_pediatric: false });
    expect(result).toEqual({ staged: 1, skipped: [], others: [] });
  });

  it('stages the previous value even if it is saved but a different one was staged', () => {
    const { result, draft } = stage(saved, [edit('is_pediatric', false)], { is_pediatric: true });
    expect(result).toEqual({ staged: 0, skipped: [], others: [] });
    expect(shownSettings(draft()).is_pediatric).toBe(true);
  });

  it('says what of the change the person can’t set', () => {
    const { result } = stage(saved, [], { is_pediatric: false }, ['emailOptOutOverrideOptions', 'of_a_newer_server']);
    expect(result).toMatchObject({ staged: 1, skipped: [settingsLabels.emailOptOutOverrideOptions] });
  });

  it('stages overrides of another page and names the page', () => {
    const { result, draft } = stage({}, [], { emailOptOutOverrideOptions: [] });
    expect(result).toMatchObject({ staged: 1, skipped: [] });
    expect(result.note).toMatch(/^Also staged, from Communication settings: /);
    expect([...formerValues(draft()).values()]).toEqual(['Nov 28']);
  });

  it('skips overrides that the person can’t set', () => {
    const permissions = { communication_overrides: false };
    const { result, draft } = stage({ permissions }, [], { emailOptOutOverrideOptions: [] });
    expect([result.staged, result.skipped.length, result.note]).toEqual([0, 1, undefined]);
    expect(changedKeys(draft(), 'page')).toEqual([]);
  });

  it('marks a value as restored until the person edits it', () => {
    const { draft, dispatch } = stage(saved, [], { is_pediatric: false });
    expect(formerValues(draft()).get('is_pediatric')).toBe('Nov 28');
    dispatch(edit('is_pediatric', true));
    dispatch(edit('is_pediatric', false));
    expect(formerValues(draft()).size).toBe(0);
  });

  it('keeps the day across a reload', () => {
    const { draft } = stage(saved, [], { is_pediatric: false });
    const stored: unknown = JSON.parse(JSON.stringify(storedDraftOf(draft())));
    expect(formerValues(restoredDraft(stored, draft().base)).get('is_pediatric')).toBe('Nov 28');
  });

  it('names other staged values and drops them on request', () => {
    const { result, draft, dropOthers } = stage(saved, [edit('send_task_emails', true)], { is_pediatric: false });
    expect(result).toEqual({ staged: 1, skipped: [], others: ['Send task emails'] });
    expect(changedKeys(draft(), 'page')).toHaveLength(2);
    dropOthers?.();
    expect(changedKeys(draft(), 'page')).toEqual(['is_pediatric']);
  });
});
