import { describe, expect, it, jest } from '@jest/globals';
import { describeChanges } from '../features-editing/describe';
import { type Action, openDraft, reduce } from '../features-editing/draft';
import { optionsOf } from '../features-editing/options';
import { aBundle, aRecord, metadata } from '../features-summary/testing/features-server';
import { stageFeatures } from './RevertedFeatures';

const nothing = { bundles: [], features: [], flags: [] };
const record = aRecord({ bundles: [aBundle('core')] });
const options = optionsOf(metadata, record);

/** Stages a change on a draft that can already have edits. */
function stage(add: Partial<typeof nothing> | object, remove: object, earlier: readonly Action[] = []) {
  const draft = earlier.reduce(reduce, openDraft({ record, etag: '"1"' }));
  const dispatch = jest.fn<(action: Action) => void>();
  const revert = { kind: 'features' as const, add: { ...nothing, ...add }, remove: { ...nothing, ...remove } };
  const { dropOthers, ...result } = stageFeatures(revert, draft, { options, dispatch, from: 'Nov 28' });
  const present = () => dispatch.mock.calls.reduce((state, [action]) => reduce(state, action), draft);
  const lines = () => {
    const { editing, values, restored } = present();
    return describeChanges(options, 'access', { before: editing.base, after: values }, restored);
  };
  return { result, bundles: present().values.bundles, dropOthers, lines };
}

it('stages the opposite of a manual change', () => {
  expect(stage({ bundles: ['growth'] }, { bundles: ['core'] })).toMatchObject({
    result: { staged: 2, skipped: [], others: [] },
    bundles: ['growth'],
  });
});

it('stages nothing that already has the previous value', () => {
  expect(stage({ bundles: ['core'] }, {}).result).toEqual({ staged: 0, skipped: [], others: [] });
});

it('says that a product is no longer sold', () => {
  const skipped = ['1 product no longer sold'];
  expect(stage({ bundles: ['gone'] }, {}).result).toEqual({ staged: 0, skipped, others: [] });
});

it('says which changes were restored, and from when', () => {
  expect(stage({ bundles: ['growth'] }, { bundles: ['core'] }).lines()).toEqual([
    'Bundles: added Growth (restored from Nov 28); removed Core (restored from Nov 28)',
  ]);
});

describe('a second revert link', () => {
  const earlier: Action[] = [{ type: 'edit', values: { baseline_date: '2026-01-01' } }];

  it('counts already staged changes', () => {
    const staged: Action[] = [{ type: 'edit', values: { bundles: ['core', 'growth'] }, restoredFrom: 'Nov 28' }];
    expect(stage({ bundles: ['growth'] }, {}, staged).result).toEqual({ staged: 1, skipped: [], others: [] });
  });

  it('names other staged changes and drops them on request', () => {
    const { result, dropOthers, lines } = stage({ bundles: ['growth'] }, {}, earlier);
    expect(result).toEqual({ staged: 1, skipped: [], others: ['Baseline Date'] });
    expect(lines()).toHaveLength(2);
    dropOthers?.();
    expect(lines()).toEqual(['Bundles: added Growth (restored from Nov 28)']);
  });

  it('no longer marks a field as restored after the person edits it', () => {
    const { editing, values, restored } = [
      { type: 'edit' as const, values: { bundles: ['core', 'growth'] }, restoredFrom: 'Nov 28' },
      { type: 'edit' as const, values: { bundles: ['core'] } },
      { type: 'edit' as const, values: { bundles: ['core', 'growth'] } },
    ].reduce(reduce, openDraft({ record, etag: '"1"' }));
    expect(describeChanges(options, 'access', { before: editing.base, after: values }, restored)).toEqual([
      'Bundles: added Growth',
    ]);
  });
});
