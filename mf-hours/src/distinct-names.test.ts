import { describe, expect, it } from '@jest/globals';
import { withDistinctNames } from './distinct-names';

const provider = (provider_id: number, first_name: string, last_name: string) => ({
  provider_id,
  first_name,
  last_name,
});

describe('withDistinctNames', () => {
  it('adds the number to names that several providers have', () => {
    const named = withDistinctNames([
      provider(1, 'Kim', 'Osei'),
      provider(2, 'kim', 'Osei'),
      provider(3, 'Ana', 'Osei'),
    ]);
    expect(named.map(({ last_name: name }) => name)).toEqual(['Osei (1)', 'Osei (2)', 'Osei']);
  });

  it('keeps providers without a name unchanged', () => {
    const nameless = [provider(1, '', ''), provider(2, '', '')];
    expect(withDistinctNames(nameless)).toEqual(nameless);
  });
});
