import { describe, expect, it } from '@jest/globals';
import type { ProviderTotals } from 'shared-api/contracts';
import { listedProviders, providerListParams } from './provider-list';

const provider = (provider_id: number, first_name: string, worked: number, available: number): ProviderTotals => ({
  provider_id,
  first_name,
  last_name: 'Osei',
  total_hours_available: available,
  total_hours_worked: worked,
  total_days_available: 1,
  total_days_worked: 1,
});
const providers = [provider(1, 'Ana', 8, 8), provider(2, 'Ben', 2, 8), provider(3, 'Cleo', 9, 0)];
const idsOf = (listed: readonly ProviderTotals[]): number[] => listed.map(({ provider_id: id }) => id);

describe('listedProviders', () => {
  it('finds part of a name in any case', () => {
    expect(idsOf(listedProviders(providers, { name: ' bEn o', sort: 'name' }))).toEqual([2]);
  });

  it.each([
    ['name', [1, 2, 3]],
    ['utilization', [3, 2, 1]],
    ['worked', [3, 1, 2]],
  ] as const)('sorts by %s', (sort, expected) => {
    expect(idsOf(listedProviders(providers, { name: '', sort }))).toEqual(expected);
  });
});

describe('the list filter in the URL', () => {
  it('survives a round trip next to other parameters', () => {
    const search = providerListParams.write('?range=month', { name: 'osei', sort: 'utilization' });
    expect(search).toBe('?range=month&q=osei&sort=utilization');
    expect(providerListParams.parse(search)).toEqual({ name: 'osei', sort: 'utilization' });
    expect(providerListParams.write(search, { name: '', sort: 'name' })).toBe('?range=month');
  });
});
