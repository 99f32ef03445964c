import { describe, expect, it } from '@jest/globals';
import { bundlesByName } from '../catalogue/catalogue.js';
import { type EntitlementSource, changesBetween, computeEntitlements } from './entitlements.js';

const activeSource = (over: Partial<EntitlementSource>): EntitlementSource => ({
  id: 'si_1',
  source: 'subscription',
  bundles: [],
  features: [],
  trialEnd: null,
  product: null,
  ...over,
});
const phones = bundlesByName.get('phones')?.features ?? [];
const names = (
  activeSources: EntitlementSource[],
  revoked: { kind: 'bundle' | 'feature'; name: string; against?: string[] }[] = [],
) =>
  computeEntitlements(
    activeSources,
    revoked.map((one) => ({ against: null, ...one })),
  ).map(({ kind, name }) => `${kind}:${name}`);
const featureNames = (list: readonly string[]) => list.map((name) => `feature:${name}`).sort();

describe('computeEntitlements', () => {
  it('returns the features of a bundle with the bundle', () => {
    expect(names([activeSource({ bundles: ['phones'] })])).toEqual(['bundle:phones', ...featureNames(phones)]);
  });

  it('lists each source once, in the order of the contract', () => {
    const [call] = computeEntitlements(
      [
        activeSource({ source: 'grant', features: ['call_recording'] }),
        activeSource({ source: 'trial', features: ['call_recording'], trialEnd: new Date(5000) }),
        activeSource({ features: ['call_recording'] }),
        activeSource({ features: ['call_recording'] }),
      ],
      [],
    );
    expect(call).toEqual({
      kind: 'feature',
      name: 'call_recording',
      sources: ['subscription', 'trial', 'grant'],
      trialEnd: new Date(5000),
    });
  });

  it('returns the latest end of several trials', () => {
    const trial = (end: number) => activeSource({ source: 'trial', features: ['call_log'], trialEnd: new Date(end) });
    expect(computeEntitlements([trial(9000), trial(5000)], [])[0]?.trialEnd).toEqual(new Date(9000));
  });

  it('removes features of a revoked bundle that no other source grants', () => {
    const revoked = [{ kind: 'bundle' as const, name: 'phones' }];
    expect(names([activeSource({ bundles: ['phones'], features: ['call_recording'] })], revoked)).toEqual([
      'feature:call_recording',
    ]);
    expect(
      names(
        [activeSource({ bundles: ['phones'] }), activeSource({ source: 'grant', features: ['call_log'] })],
        revoked,
      ),
    ).toEqual(['feature:call_log']);
  });

  it('withholds nothing from a purchase after the removal', () => {
    const revoked = [{ kind: 'feature' as const, name: 'call_log', against: ['si_1'] }];
    expect(names([activeSource({ features: ['call_log'] })], revoked)).toEqual([]);
    expect(
      names([activeSource({ features: ['call_log'] }), activeSource({ id: 'si_2', features: ['call_log'] })], revoked),
    ).toEqual(['feature:call_log']);
  });

  it('applies a revocation to every source', () => {
    const sources = (['subscription', 'trial', 'grant'] as const).map((source) =>
      activeSource({ source, features: ['call_log'] }),
    );
    expect(names(sources, [{ kind: 'feature', name: 'call_log' }])).toEqual([]);
  });
});

describe('changesBetween', () => {
  const of = (...activeSources: EntitlementSource[]) => computeEntitlements(activeSources, []);
  const changesOf = (before: EntitlementSource[], after: EntitlementSource[]) =>
    changesBetween(of(...before), of(...after)).map(({ type, name }) => `${type} ${name}`);

  it.each([
    [
      'nothing when nothing changes',
      [activeSource({ bundles: ['phones'] })],
      [activeSource({ bundles: ['phones'] })],
      [],
    ],
    ['a bundle without its features', [], [activeSource({ bundles: ['phones'] })], ['ADD_BUNDLE phones']],
    ['a removed bundle', [activeSource({ bundles: ['phones'] })], [], ['REMOVE_BUNDLE phones']],
    ['a single feature', [], [activeSource({ features: ['call_recording'] })], ['ADD_FEATURE call_recording']],
    ['no trial', [], [activeSource({ source: 'trial', bundles: ['phones'] })], []],
    [
      'a feature that is paid for after its trial',
      [activeSource({ source: 'trial', features: ['call_recording'] })],
      [activeSource({ features: ['call_recording'] })],
      ['ADD_FEATURE call_recording'],
    ],
    [
      'nothing when only the source changes',
      [activeSource({ features: ['call_recording'] })],
      [activeSource({ source: 'grant', features: ['call_recording'] })],
      [],
    ],
  ])('returns %s', (_what, before, after, expected) => {
    expect(changesOf(before, after)).toEqual(expected);
  });

  it('lists the added features of an added bundle', () => {
    const [change] = changesBetween(
      of(activeSource({ features: ['call_log'] })),
      of(activeSource({ bundles: ['phones'] })),
    );
    expect(change?.features).toEqual(phones.filter((name) => name !== 'call_log').sort());
  });
});
