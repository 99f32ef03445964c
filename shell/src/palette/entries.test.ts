import { describe, expect, it } from '@jest/globals';
import { highlight, type PaletteEntry, rank } from './entries';

const entry = (
  title: string,
  over: Pick<PaletteEntry, 'group' | 'keywords' | 'found'> | object = {},
): PaletteEntry => ({
  key: title,
  group: 'Go to',
  title,
  path: `/settings/1/${title}`,
  ...over,
});

const unused = { recent: [], counts: [] };
const titles = (entries: PaletteEntry[], query: string, usage = unused as Parameters<typeof rank>[2]): string[] =>
  rank(entries, query, usage).map(({ title }) => title);

describe('rank', () => {
  const pages = [entry('Payment history'), entry('Office & provider hours'), entry('Provider hours worked')];

  it('keeps all entries in their order without words', () => {
    expect(titles(pages, ' ')).toEqual(['Payment history', 'Office & provider hours', 'Provider hours worked']);
  });

  it('puts titles that start with the query before those that contain it', () => {
    expect(titles(pages, 'provider')).toEqual(['Provider hours worked', 'Office & provider hours']);
  });

  it('needs every word, in any order, in the title, the detail or the keywords', () => {
    expect(titles(pages, 'hours prov')).toEqual(['Office & provider hours', 'Provider hours worked']);
    expect(titles([entry('Add a card', { keywords: ['payment method'] })], 'payment add')).toEqual(['Add a card']);
    expect(titles(pages, 'provider nothing')).toEqual([]);
  });

  it.each(['credit cards', 'credit-card', 'Creditcard'])(
    'puts what declares %s before titles that contain it',
    (query) => {
      const near = entry('Fees of a credit card', { group: 'Settings' });
      const declared = entry('Payment methods', { keywords: ['bank account', 'credit card'] });
      expect(titles([near, declared], query)).toEqual(['Payment methods', 'Fees of a credit card']);
    },
  );

  it('puts what the person chose more often first', () => {
    const usage = { recent: [], counts: [['/settings/1/Hours B', 4]] as const };
    expect(titles([entry('Hours A'), entry('Hours B')], 'hours', usage)).toEqual(['Hours B', 'Hours A']);
  });

  it('keeps what was found elsewhere, and groups together', () => {
    const found = [
      entry('Larkspur Dental', { group: 'Practices', found: true }),
      entry('Lark settings'),
      entry('No. 66', { group: 'Practices', found: true }),
    ];
    expect(titles(found, 'lark')).toEqual(['Lark settings', 'Larkspur Dental', 'No. 66']);
  });
});

describe('highlight', () => {
  it.each([
    ['Meadowlark', 'lark', ['Meadow', '*lark']],
    ['Larkspur', 'lark', ['*Lark', 'spur']],
    ['Price (USD)', '(usd', ['Price (', '*USD', ')']],
    ['José Núñez', 'nunez jose', ['*José', ' ', '*Núñez']],
    ['Straße 5', 'strasse', ['Straße 5']],
    ['Plain', '', ['Plain']],
  ])('marks %s for %s', (text, query, parts) => {
    expect(highlight(text, query).map(({ text: part, isMatch }) => `${isMatch ? '*' : ''}${part}`)).toEqual(parts);
  });
});
