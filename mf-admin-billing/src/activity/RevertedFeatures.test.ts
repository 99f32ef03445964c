import { expect, it, jest } from '@jest/globals';
import { type Action, openDraft, reduce } from '../features-editing/draft';
import { optionsOf } from '../features-editing/options';
import { aBundle, aRecord, metadata } from '../features-summary/testing/features-server';
import { stageFeatures } from './RevertedFeatures';

const nothing = { bundles: [], features: [], flags: [] };

function stage(add: Partial<typeof nothing> | object, remove: object) {
  const record = aRecord({ bundles: [aBundle('core')] });
  const draft = openDraft({ record, etag: '"1"' });
  const dispatch = jest.fn<(action: Action) => void>();
  const result = stageFeatures(
    { kind: 'features', add: { ...nothing, ...add }, remove: { ...nothing, ...remove } },
    draft,
    { options: optionsOf(metadata, record), dispatch },
  );
  const { values } = dispatch.mock.calls.reduce((state, [action]) => reduce(state, action), draft);
  return { result, bundles: values.bundles };
}

it('stages the opposite of a manual change', () => {
  expect(stage({ bundles: ['growth'] }, { bundles: ['core'] })).toEqual({
    result: { staged: 2, skipped: [] },
    bundles: ['growth'],
  });
});

it('stages nothing that is already as before', () => {
  expect(stage({ bundles: ['core'] }, {}).result).toEqual({ staged: 0, skipped: [] });
});

it('says that a product is no longer sold', () => {
  expect(stage({ bundles: ['gone'] }, {}).result).toEqual({ staged: 0, skipped: ['1 product no longer sold'] });
});
