import { describe, expect, it } from '@jest/globals';
import type { PracticeSettings } from 'shared-api/contracts';
import { basicSection } from '../practice-settings/sections';
import { type Action, changedKeys, type Draft, draftOf, reduce, shownSettings } from '../settings-record/draft';
import { createDraftStore } from '../settings-record/draft-store';
import { someSettings } from '../settings-record/testing/builders';
import { stageSettings } from './RevertedSettings';

/** Stages former values over what the person has edited before. */
function stage(saved: Partial<PracticeSettings>, earlier: readonly Action[], values: Record<string, unknown>) {
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
    { kind: 'settings', values },
    { store, dispatch, sections, reason: undefined },
  );
  return { result, draft, dropOthers };
}

const edit = (key: 'is_pediatric' | 'send_task_emails', value: boolean): Action => ({ type: 'changed', key, value });

describe('a link that restores settings over other edits', () => {
  const saved = { is_pediatric: true, send_task_emails: false };

  it('counts what is staged already as staged', () => {
    const { result } = stage(saved, [edit('is_pediatric', false)], { is_pediatric: false });
    expect(result).toEqual({ staged: 1, skipped: [], others: [] });
  });

  it('stages the former value also where it is saved and another one was staged', () => {
    const { result, draft } = stage(saved, [edit('is_pediatric', false)], { is_pediatric: true });
    expect(result).toEqual({ staged: 0, skipped: [], others: [] });
    expect(shownSettings(draft()).is_pediatric).toBe(true);
  });

  it('names what else is staged, and drops it on request', () => {
    const { result, draft, dropOthers } = stage(saved, [edit('send_task_emails', true)], { is_pediatric: false });
    expect(result).toEqual({ staged: 1, skipped: [], others: ['Send task emails'] });
    expect(changedKeys(draft(), 'page')).toHaveLength(2);
    dropOthers?.();
    expect(changedKeys(draft(), 'page')).toEqual(['is_pediatric']);
  });
});
