import { describe, expect, it } from '@jest/globals';
import { bundlesByName } from '../catalogue/catalogue.js';
import { type Giver, changesBetween, computeEntitlements } from './entitlements.js';

const giver = (over: Partial<Giver>): Giver => ({
  id: 'si_1',
  source: 'subscription',
  bundles: [],
  features: [],
  trialEnd: null,
  product: null,
  ...over,
});
const phones = bundlesByName.get('phones')?.features ?? [];
const names = (givers: Giver[], revoked: { kind: 'bundle' | 'feature'; name: string; against?: string[] }[] = []) =>
  computeEntitlements(
    givers,
    revoked.map((one) => ({ against: null, ...one })),
  ).map(({ kind, name }) => `${kind}:${name}`);
const featureNames = (list: readonly string[]) => list.map((name) => `feature:${name}`).sort();

describe('entitlements', () => {
  it('are a bundle’s features with the bundle', () => {
    expect(names([giver({ bundles: ['phones'] })])).toEqual(['bundle:phones', ...featureNames(phones)]);
  });

  it('name every source once, in the order of the contract', () => {
    const [call] = computeEntitlements(
      [
        giver({ source: 'grant', features: ['call_recording'] }),
        giver({ source: 'trial', features: ['call_recording'], trialEnd: new Date(5000) }),
        giver({ features: ['call_recording'] }),
        giver({ features: ['call_recording'] }),
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

  it('end with the last of several trials', () => {
    const trial = (end: number) => giver({ source: 'trial', features: ['call_log'], trialEnd: new Date(end) });
    expect(computeEntitlements([trial(9000), trial(5000)], [])[0]?.trialEnd).toEqual(new Date(9000));
  });

  it('lose with a revoked bundle what nothing else gives', () => {
    const revoked = [{ kind: 'bundle' as const, name: 'phones' }];
    expect(names([giver({ bundles: ['phones'], features: ['call_recording'] })], revoked)).toEqual([
      'feature:call_recording',
    ]);
    expect(
      names([giver({ bundles: ['phones'] }), giver({ source: 'grant', features: ['call_log'] })], revoked),
    ).toEqual(['feature:call_log']);
  });

  it('withholds nothing from a purchase that is later than the removal', () => {
    const revoked = [{ kind: 'feature' as const, name: 'call_log', against: ['si_1'] }];
    expect(names([giver({ features: ['call_log'] })], revoked)).toEqual([]);
    expect(names([giver({ features: ['call_log'] }), giver({ id: 'si_2', features: ['call_log'] })], revoked)).toEqual([
      'feature:call_log',
    ]);
  });

  it('hold a revocation against every source', () => {
    const sources = (['subscription', 'trial', 'grant'] as const).map((source) =>
      giver({ source, features: ['call_log'] }),
    );
    expect(names(sources, [{ kind: 'feature', name: 'call_log' }])).toEqual([]);
  });
});

describe('changes of entitlements', () => {
  const of = (...givers: Giver[]) => computeEntitlements(givers, []);
  const told = (before: Giver[], after: Giver[]) =>
    changesBetween(of(...before), of(...after)).map(({ type, name }) => `${type} ${name}`);

  it.each([
    ['nothing for the same', [giver({ bundles: ['phones'] })], [giver({ bundles: ['phones'] })], []],
    ['a bundle without its features', [], [giver({ bundles: ['phones'] })], ['ADD_BUNDLE phones']],
    ['a bundle that goes', [giver({ bundles: ['phones'] })], [], ['REMOVE_BUNDLE phones']],
    ['a feature of its own', [], [giver({ features: ['call_recording'] })], ['ADD_FEATURE call_recording']],
    ['no trial, which has entries of its own', [], [giver({ source: 'trial', bundles: ['phones'] })], []],
    [
      'what is paid for after its trial',
      [giver({ source: 'trial', features: ['call_recording'] })],
      [giver({ features: ['call_recording'] })],
      ['ADD_FEATURE call_recording'],
    ],
    [
      'nothing when only the source is another',
      [giver({ features: ['call_recording'] })],
      [giver({ source: 'grant', features: ['call_recording'] })],
      [],
    ],
  ])('tell %s', (_what, before, after, expected) => {
    expect(told(before, after)).toEqual(expected);
  });

  it('tell with a bundle which of its features came', () => {
    const [change] = changesBetween(of(giver({ features: ['call_log'] })), of(giver({ bundles: ['phones'] })));
    expect(change?.features).toEqual(phones.filter((name) => name !== 'call_log').sort());
  });
});
