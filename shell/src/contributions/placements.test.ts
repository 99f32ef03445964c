import { describe, expect, it } from '@jest/globals';
import type { LoadableModule, ModuleContribution, PracticeSummary } from 'shared-api/contracts';
import { placementsOf } from './placements';

const contribution = (over: Partial<ModuleContribution>): ModuleContribution => ({
  slot: 'overview.card',
  name: 'card',
  title: 'Card',
  scope: 'practice',
  order: 1,
  size: 'wide',
  ...over,
});

const moduleOf = (
  name: string,
  audience: LoadableModule['audience'],
  contributions?: ModuleContribution[],
): LoadableModule => ({
  name,
  title: name,
  version: '1.0.0',
  audience,
  entry: '',
  files: {},
  preload: [],
  shared: [],
  routes: [],
  ...(contributions && { contributions }),
  overridden: false,
});

const practice = (rights?: string[]): PracticeSummary => ({
  id: 1,
  name: 'Bright Smiles',
  time_zone: 'America/Chicago',
  pms_name: 'opendental',
  ...(rights && { rights }),
});

describe('placementsOf', () => {
  const modules = [
    moduleOf('mf-billing', 'clinic', [
      contribution({ name: 'charges', order: 30, right: 'billing.read' }),
      contribution({ name: 'commands', slot: 'command' }),
    ]),
    moduleOf('mf-hours', 'clinic', [contribution({ name: 'hours', order: 10 })]),
    moduleOf('mf-old', 'clinic'),
    moduleOf('mf-inside', 'internal', [contribution({ name: 'all', scope: 'console' })]),
  ];
  const keys = (...args: Parameters<typeof placementsOf>): string[] => placementsOf(...args).map(({ key }) => key);

  it('lists the contributions of a slot and a side in their order', () => {
    expect(keys(modules, 'overview.card', 'clinic', practice())).toEqual(['mf-hours/hours', 'mf-billing/charges']);
    expect(keys(modules, 'command', 'clinic', practice())).toEqual(['mf-billing/commands']);
    expect(keys(modules, 'overview.card', 'internal', null)).toEqual(['mf-inside/all']);
  });

  it('lists what does without a practice while none is open, whatever right it needs in one', () => {
    const anywhere = { slot: 'command', right: 'billing', without_practice: true } as const;
    const some = [
      moduleOf('mf-billing', 'clinic', [
        contribution({ ...anywhere, name: 'commands' }),
        contribution({ ...anywhere, name: 'beta', feature_flag: 'beta_reports' }),
        contribution({ slot: 'command', name: 'others' }),
      ]),
    ];
    expect(keys(some, 'command', 'clinic', null)).toEqual(['mf-billing/commands']);
    expect(keys(some, 'command', 'clinic', practice(['hours']))).toEqual(['mf-billing/others']);
  });

  it('leaves out those whose right the person lacks in the practice', () => {
    expect(keys(modules, 'overview.card', 'clinic', practice(['hours']))).toEqual(['mf-hours/hours']);
    expect(keys(modules, 'overview.card', 'clinic', practice(['billing.read']))).toHaveLength(2);
  });

  it('leaves out those whose feature flag the practice lacks', () => {
    const flagged = [
      moduleOf('mf-recalls', 'clinic', [contribution({ name: 'recalls', feature_flag: 'smart_recall' })]),
    ];
    const withFlag = { ...practice(), feature_flags: ['smart_recall'] };
    expect(keys(flagged, 'overview.card', 'clinic', practice())).toEqual([]);
    expect(keys(flagged, 'overview.card', 'clinic', withFlag)).toEqual(['mf-recalls/recalls']);
  });

  it('leaves out contributions about a practice without one', () => {
    expect(keys(modules, 'overview.card', 'clinic', null)).toEqual([]);
  });
});
