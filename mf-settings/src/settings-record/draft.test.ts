import { describe, expect, it } from '@jest/globals';
import type { PracticeSettings } from 'shared-api/contracts';
import { type Action, changedFields, type Draft, draftOf, reduce, shownSettings, undecided } from './draft';
import { pms, someSettings } from './testing/builders';

const loaded = (over: Partial<PracticeSettings> = {}, etag = '"1"') => ({ settings: someSettings(over), etag });
const by = { changed_by: 'Olivia Owner', changed_at: 9 };

function after(...actions: Action[]): Draft {
  return actions.reduce(reduce, draftOf(loaded()));
}

const pediatric: Action = { type: 'changed', path: 'is_pediatric', value: true };
const udp: Action = { type: 'changed', path: 'ph_call_notification_source', value: 'websocket' };
const writeoff: Action = { type: 'changed', path: 'additional_data.insurance_writeoff_date', value: 'claim_date' };

describe('an edit', () => {
  it('is a change until it is as saved again', () => {
    expect(changedFields(after(pediatric))).toEqual(['is_pediatric']);
    expect(changedFields(after(pediatric, { ...pediatric, value: false } as Action))).toEqual([]);
  });

  it('is put back alone', () => {
    expect(changedFields(after(pediatric, writeoff, { type: 'put-back', path: 'is_pediatric' }))).toEqual([
      'additional_data.insurance_writeoff_date',
    ]);
  });

  it('of a list is seen by its ticks', () => {
    const value = someSettings().smsOptOutOverrideOptions.map((option) => ({ ...option, checked: true }));
    const draft = after({ type: 'changed', path: 'smsOptOutOverrideOptions', value });
    expect(changedFields(draft)).toEqual(['smsOptOutOverrideOptions']);
    const back = someSettings().smsOptOutOverrideOptions;
    expect(changedFields(reduce(draft, { type: 'changed', path: 'smsOptOutOverrideOptions', value: back }))).toEqual(
      [],
    );
  });

  it('takes the refusal of its field away, and no other', () => {
    const refusals = { is_pediatric: 'No', send_task_emails: 'No' };
    expect(after({ type: 'refused', refusals }, pediatric).refusals).toEqual({ send_task_emails: 'No' });
  });

  it('is gone after Discard', () => {
    expect(after(pediatric, writeoff, { type: 'discard' })).toEqual(draftOf(loaded()));
  });
});

describe('an own save', () => {
  it('keeps what was typed while it was under way', () => {
    const draft = after(pediatric, udp);
    const sent = after(pediatric).edits;
    const saved = reduce(draft, { type: 'saved', loaded: loaded({ is_pediatric: true }, '"2"'), sent });
    expect(changedFields(saved)).toEqual(['ph_call_notification_source']);
    expect(saved.base.etag).toBe('"2"');
  });

  it('leaves no edit of a text that was trimmed', () => {
    const edit: Action = { type: 'changed', path: 'practice_name', value: ' New ' };
    const draft = after(edit);
    const saved = reduce(draft, { type: 'saved', loaded: loaded({ practice_name: 'New' }), sent: draft.edits });
    expect(changedFields(saved)).toEqual([]);
  });
});

describe('a record that is read again', () => {
  it('without edits is simply shown', () => {
    const draft = after({ type: 'read', loaded: loaded({ is_pediatric: true }), by: null });
    expect(shownSettings(draft).is_pediatric).toBe(true);
    expect(draft.meeting).toBeNull();
  });

  it('goes under the edits, and tells what it brought', () => {
    const draft = after(pediatric, { type: 'read', loaded: loaded({ send_task_emails: true }, '"2"'), by });
    expect(shownSettings(draft)).toMatchObject({ is_pediatric: true, send_task_emails: true });
    expect(draft.meeting).toEqual({ by, clashes: [], taken: [{ path: 'send_task_emails', who: by }] });
    expect(draft.base.etag).toBe('"2"');
  });

  it('that differs only in what the server computes meets nothing', () => {
    const draft = after(pediatric, { type: 'read', loaded: loaded({ schema_has_tables: true }), by: null });
    expect(draft.meeting).toBeNull();
    expect(draft.base.settings.schema_has_tables).toBe(true);
    expect(changedFields(draft)).toEqual(['is_pediatric']);
  });

  it('with the same change as the edit leaves no edit', () => {
    const draft = after(pediatric, { type: 'read', loaded: loaded({ is_pediatric: true }), by });
    expect(changedFields(draft)).toEqual([]);
    expect(undecided(draft)).toEqual([]);
  });
});

describe('a field that both sides changed', () => {
  const theirs = loaded({ additional_data: pms({ insurance_writeoff_date: 'payment_date' }) }, '"2"');
  const met = after(writeoff, pediatric, { type: 'read', loaded: theirs, by });
  const path = 'additional_data.insurance_writeoff_date';

  it('shows mine until somebody chooses', () => {
    expect(shownSettings(met).additional_data.insurance_writeoff_date).toBe('claim_date');
    expect(undecided(met)).toMatchObject([{ path, mine: 'claim_date', theirs: 'payment_date', who: by }]);
  });

  it.each<['mine' | 'theirs', string, string[]]>([
    ['mine', 'claim_date', ['is_pediatric', path]],
    ['theirs', 'payment_date', ['is_pediatric']],
  ])('%s is chosen', (side, value, changes) => {
    const chosen = reduce(met, { type: 'choose', side, paths: [path] });
    expect(shownSettings(chosen).additional_data.insurance_writeoff_date).toBe(value);
    expect(changedFields(chosen)).toEqual(changes);
    expect(undecided(chosen)).toEqual([]);
  });

  it('can be chosen the other way round', () => {
    const chosen = reduce(met, { type: 'choose', side: 'theirs', paths: [path] });
    const again = reduce(chosen, { type: 'choose', side: 'mine', paths: [path] });
    expect(shownSettings(again).additional_data.insurance_writeoff_date).toBe('claim_date');
  });

  it('is decided by editing it', () => {
    const edited = reduce(met, { type: 'changed', path, value: 'other' });
    expect(edited.meeting?.clashes).toMatchObject([{ mine: 'other', choice: 'mine' }]);
    const same = reduce(met, { type: 'changed', path, value: 'payment_date' });
    expect(same.meeting?.clashes).toMatchObject([{ choice: 'theirs' }]);
  });

  it('stays open over another reading, and cannot be dismissed', () => {
    const again = reduce(met, { type: 'read', loaded: theirs, by: null });
    expect(undecided(again)).toMatchObject([{ path, who: by }]);
    expect(reduce(again, { type: 'dismiss' })).toBe(again);
  });
});
