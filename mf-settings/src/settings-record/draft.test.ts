import { describe, expect, it } from '@jest/globals';
import type { PracticeSettings, SettingsKey } from 'shared-api/contracts';
import {
  type Action,
  changedKeys,
  conflictsOf,
  type Draft,
  draftOf,
  reduce,
  shownSettings,
  undecidedConflicts,
} from './draft';
import { allSettings, pms, someSettings } from './testing/builders';

const loaded = (over: Partial<PracticeSettings> = {}, etag = '"1"') => ({ settings: someSettings(over), etag });
const changes = [{ field: 'additional_data.dentrix_age_insurance_ar', changed_by: 'Mia', changed_at: 5 }];
const by = { changed_by: 'Olivia Owner', changed_at: 9, changes };

function after(...actions: Action[]): Draft {
  return actions.reduce(reduce, draftOf(loaded()));
}

const edit = (key: SettingsKey, value: unknown): Action => ({ type: 'changed', key, value });
const changed = (draft: Draft): SettingsKey[] => changedKeys(draft, 'page');

const pediatric = edit('is_pediatric', true);
const source = edit('ph_call_notification_source', 'websocket');
const path = 'additional_data.insurance_writeoff_date';
const writeoff = edit(path, 'claim_date');

describe('an edit', () => {
  it('is dirty until it equals the saved value', () => {
    expect(changed(after(pediatric))).toEqual(['is_pediatric']);
    expect(changed(after(pediatric, edit('is_pediatric', false)))).toEqual([]);
  });

  it('reverts only the given edit', () => {
    expect(changed(after(pediatric, writeoff, { type: 'revert', keys: ['is_pediatric'] }))).toEqual([path]);
  });

  it('distinguishes a set value from a cleared one', () => {
    expect(after(edit('baseline_date', null)).edits.get('baseline_date')).toEqual({ kind: 'clear' });
    expect(after(edit('baseline_date', '')).edits.get('baseline_date')).toEqual({ kind: 'set', value: '' });
  });

  it('counts each override individually and derives the “all” option', () => {
    const draft = after(...['s1', 's2', 's3'].map((id) => edit(`smsOptOutOverrideOptions.${id}`, true)));
    expect(changed(draft)).toHaveLength(3);
    expect(shownSettings(draft).smsOptOutOverrideOptions.every(({ checked }) => checked)).toBe(true);
    expect(changed(reduce(draft, edit('smsOptOutOverrideOptions.s2', false)))).toHaveLength(2);
  });

  it('removes only the edited field’s error', () => {
    const refusals = { is_pediatric: 'No', send_task_emails: 'No' };
    expect(after({ type: 'refused', refusals }, pediatric).serverErrors).toEqual({ send_task_emails: 'No' });
  });

  it('keeps a server error while its field has an edit', () => {
    const refusals = { is_pediatric: 'No', ph_call_notification_source: 'No' };
    const refused = after(pediatric, source, { type: 'refused', refusals });
    const errorsAfter = (action: Action): string[] => Object.keys(reduce(refused, action).serverErrors);
    expect(errorsAfter({ type: 'discard', part: 'advanced' })).toHaveLength(2);
    expect(errorsAfter({ type: 'discard', part: 'page' })).toEqual([]);
    const other = loaded({ is_pediatric: true }, '"2"');
    expect(errorsAfter({ type: 'read', loaded: other, by: null })).toEqual(['ph_call_notification_source']);
    expect(errorsAfter({ type: 'saved', loaded: other, sent: after(pediatric).edits, part: 'page' })).toEqual([
      'ph_call_notification_source',
    ]);
  });

  it('discards only the given part’s edits', () => {
    const opened = draftOf({ settings: allSettings(), etag: '"1"' });
    const edited = [pediatric, edit('clinicnum', 7)].reduce(reduce, opened);
    expect(reduce(edited, { type: 'discard', part: 'page' })).toMatchObject({
      edits: new Map([['clinicnum', { kind: 'set', value: 7 }]]),
    });
    expect(changed(reduce(edited, { type: 'discard', part: 'advanced' }))).toEqual(['is_pediatric']);
  });
});

describe("when the person's own save succeeds", () => {
  it('keeps edits typed while the save was in progress', () => {
    const draft = after(pediatric, source);
    const sent = after(pediatric).edits;
    const done = reduce(draft, {
      type: 'saved',
      loaded: loaded({ is_pediatric: true }, '"2"'),
      sent,
      part: 'page',
    });
    expect(changed(done)).toEqual(['ph_call_notification_source']);
    expect(done.base.etag).toBe('"2"');
  });

  it('drops an edit that equals the trimmed text', () => {
    const draft = after(edit('practice_name', ' New '));
    const action = { loaded: loaded({ practice_name: 'New' }), sent: draft.edits, part: 'page' } as const;
    expect(changed(reduce(draft, { type: 'saved', ...action }))).toEqual([]);
  });
});

describe('when a record is refetched', () => {
  it('shows the new values when nothing is edited', () => {
    const draft = after({ type: 'read', loaded: loaded({ is_pediatric: true }), by: null });
    expect(shownSettings(draft).is_pediatric).toBe(true);
    expect(draft.merge).toBeNull();
  });

  it('merges edits that do not overlap without a conflict', () => {
    const draft = after(pediatric, { type: 'read', loaded: loaded({ send_task_emails: true }, '"2"'), by });
    expect(shownSettings(draft)).toMatchObject({ is_pediatric: true, send_task_emails: true });
    expect(draft.merge).toBeNull();
    expect(draft.base.etag).toBe('"2"');
  });

  it('drops an edit that somebody else also made', () => {
    const draft = after(pediatric, { type: 'read', loaded: loaded({ is_pediatric: true }), by });
    expect(changed(draft)).toEqual([]);
    expect(undecidedConflicts(draft, 'page')).toEqual([]);
  });

  it('merges different overrides of one list', () => {
    const theirs = someSettings().smsOptOutOverrideOptions.map((option) => ({
      ...option,
      checked: option.id === 's3',
    }));
    const mine = after(edit('smsOptOutOverrideOptions.s1', true));
    const merged = reduce(mine, { type: 'read', loaded: loaded({ smsOptOutOverrideOptions: theirs }), by });
    expect(merged.merge).toBeNull();
    expect(shownSettings(merged).smsOptOutOverrideOptions.map(({ checked }) => checked)).toEqual([
      false,
      true,
      false,
      true,
    ]);
  });
});

describe('when both sides changed a field', () => {
  const theirs = loaded(
    {
      send_task_emails: true,
      additional_data: pms({ insurance_writeoff_date: 'payment_date', dentrix_age_insurance_ar: false }),
    },
    '"2"',
  );
  const both = after(writeoff, pediatric, { type: 'read', loaded: theirs, by });

  it('shows the person’s value until a choice is made, and names who changed it', () => {
    expect(shownSettings(both).additional_data.insurance_writeoff_date).toBe('claim_date');
    expect(undecidedConflicts(both, 'page')).toMatchObject([
      { key: path, mine: { kind: 'set', value: 'claim_date' }, theirs: 'payment_date', by },
    ]);
  });

  it('lists the merged fields with who changed each', () => {
    expect(both.merge?.merged).toEqual([
      { key: 'send_task_emails', by },
      { key: 'additional_data.dentrix_age_insurance_ar', by: changes[0] },
    ]);
  });

  it.each<['mine' | 'theirs', string, string[]]>([
    ['mine', 'claim_date', ['is_pediatric', path]],
    ['theirs', 'payment_date', ['is_pediatric']],
  ])('applies %s when chosen', (side, value, keys) => {
    const chosen = reduce(both, { type: 'choose', side, keys: [path] });
    expect(shownSettings(chosen).additional_data.insurance_writeoff_date).toBe(value);
    expect(changed(chosen)).toEqual(keys);
    expect(undecidedConflicts(chosen, 'page')).toEqual([]);
  });

  it('replaces an earlier choice', () => {
    const chosen = reduce(both, { type: 'choose', side: 'theirs', keys: [path] });
    const again = reduce(chosen, { type: 'choose', side: 'mine', keys: [path] });
    expect(shownSettings(again).additional_data.insurance_writeoff_date).toBe('claim_date');
  });

  it('resolves the conflict when the field is edited', () => {
    const edited = reduce(both, edit(path, 'other'));
    expect(edited.merge?.conflicts).toMatchObject([{ mine: { value: 'other' }, choice: 'mine' }]);
    expect(reduce(both, edit(path, 'payment_date')).merge?.conflicts).toMatchObject([{ choice: 'theirs' }]);
  });

  it('keeps the conflict open when the record is refetched', () => {
    const again = reduce(both, { type: 'read', loaded: theirs, by: null });
    expect(undecidedConflicts(again, 'page')).toMatchObject([{ key: path, by }]);
  });

  it('reopens the conflict after they changed the field again', () => {
    const chosen = reduce(both, { type: 'choose', side: 'mine', keys: [path] });
    expect(undecidedConflicts(reduce(chosen, { type: 'read', loaded: theirs, by }), 'page')).toEqual([]);
    const third = loaded({ additional_data: pms({ insurance_writeoff_date: 'posted_date' }) });
    expect(undecidedConflicts(reduce(chosen, { type: 'read', loaded: third, by }), 'page')).toMatchObject([
      { theirs: 'posted_date' },
    ]);
  });

  it('assigns the conflict to the part that edits the field', () => {
    const opened = draftOf({ settings: allSettings(), etag: '"1"' });
    const edited = reduce(opened, edit('clinicnum', 7));
    const read = reduce(edited, { type: 'read', loaded: { settings: allSettings({ clinicnum: 3 }), etag: '"2"' }, by });
    expect(conflictsOf(read, 'page')).toEqual([]);
    expect(conflictsOf(read, 'advanced')).toMatchObject([{ key: 'clinicnum', theirs: 3 }]);
  });
});
