import { describe, expect, it } from '@jest/globals';
import { highlight, type PaletteEntry, rank, rankPartial } from './entries';

const entry = (
  title: string,
  over: Pick<PaletteEntry, 'group' | 'keywords' | 'found' | 'isClosest' | 'isLast'> | object = {},
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

  it.each(['modules', 'module'])('puts titles that start with a word before what declares it, by %s', (query) => {
    const declared = entry('Subscriptions', { keywords: ['module'] });
    expect(titles([declared, entry('Module health')], query)).toEqual(['Module health', 'Subscriptions']);
  });

  it('puts what declares the query before titles that start with its letters only', () => {
    const declared = entry('Payment history', { keywords: ['invoice', 'bill'] });
    const begins = entry('Billing customer id', { group: 'Settings', found: true });
    expect(titles([begins, declared], 'bill')).toEqual(['Payment history', 'Billing customer id']);
    expect(titles([begins, declared], 'billi')[0]).toBe('Billing customer id');
  });

  it('puts what declares the query before found settings that start with it, unless it is their title', () => {
    const found = ['Clinic number', 'Clinic'].map((title) =>
      entry(title, { group: title, found: true, isContributed: true }),
    );
    const page = entry('All practices', { keywords: ['clinic', 'location', 'office', 'customer', 'directory'] });
    expect(titles([...found, page], 'clinics')).toEqual(['Clinic', 'All practices', 'Clinic number']);
  });

  it('puts pages that declare the noun before found settings that start with it', () => {
    const setting = entry('Billing customer id', { group: 'Settings', found: true, isContributed: true });
    const page = entry('Payment methods', { keywords: ['credit card', 'billing'] });
    expect(titles([setting, page], 'manage billing')).toEqual(['Payment methods', 'Billing customer id']);
  });

  it('puts pages with the query in their title before commands that declare it', () => {
    const command = entry('Recalculate', { group: 'Actions', keywords: ['hours worked'] });
    const page = entry('Provider hours worked', { isPage: true });
    expect(titles([command, page], 'hours worked')).toEqual(['Provider hours worked', 'Recalculate']);
    const declared = entry('See who changed what', { group: 'Actions', keywords: ['history'] });
    expect(titles([declared, entry('Payment history', { isPage: true })], 'history')[0]).toBe('See who changed what');
  });

  it('puts what declares the noun before titles that contain it, by a verb with the noun', () => {
    const setting = entry('Calculate at the clinic', { group: 'Settings', found: true });
    const page = entry('Practice settings', { keywords: ['location', 'PMS', 'setup', 'clinics'] });
    expect(titles([setting, page], 'create clinic')).toEqual(['Practice settings', 'Calculate at the clinic']);
  });

  it('puts found settings by their other words, like pages', () => {
    const setting = entry('Practice name', { group: 'Settings', found: true, keywords: ['change name'] });
    const page = entry('Account', { keywords: ['my name', 'change my name'] });
    expect(titles([page, setting], 'change name')).toEqual(['Practice name', 'Account']);
    expect(titles([setting, page], 'change my name')).toEqual(['Account', 'Practice name']);
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

  it.each(['(', '%', '_', '.*'])('finds nothing by %s, which is no word', (query) => {
    expect(titles(pages, query)).toEqual([]);
  });

  it.each(['log me out', 'please log out'])('takes %s for a keyword without filler words', (query) => {
    const login = entry('Log of all output', { group: 'Settings' });
    expect(titles([login, entry('Sign out', { keywords: ['logout'] })], query)[0]).toBe('Sign out');
  });

  it('puts pages with the keyword before settings that were found by their help text', () => {
    const setting = entry('Use the schedule of the PMS', { group: 'Settings', found: true });
    const page = entry('Hours', { keywords: ['one', 'two', 'office of dentists'] });
    expect(titles([setting, page], 'office')).toEqual(['Hours', 'Use the schedule of the PMS']);
  });

  it('leaves out what matches with typos where something matches without', () => {
    const entries = [
      entry('Email opt-out overrides', { group: 'Settings', found: true, isClosest: true }),
      entry('Overtine'),
      entry('Hours worked', { keywords: ['overtime'] }),
    ];
    expect(titles(entries, 'overtime')).toEqual(['Hours worked']);
    expect(titles(entries.slice(0, 2), 'overtime')).toEqual(['Overtine', 'Email opt-out overrides']);
  });

  it('shows practices with names like the query only if nothing else matches', () => {
    const practices = ['Cypress Point', 'Sunset Point'].map((title) =>
      entry(title, { group: 'Practices', found: true, isLast: true }),
    );
    expect(titles([...practices, entry('Export', { keywords: ['print'] })], 'print')).toEqual(['Export']);
    expect(titles([...practices, entry('Members')], 'print')).toEqual(practices.map(({ title }) => title));
  });

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

describe('rankPartial', () => {
  it('finds by most of the words, each group together', () => {
    const entries = [
      entry('Office hours'),
      entry('Office', { group: 'Settings' }),
      entry('Office & provider hours'),
      entry('Payment history'),
    ];
    const found = rankPartial(entries, 'office xyz').map(({ title }) => title);
    expect([...found].sort()).toEqual(['Office', 'Office & provider hours', 'Office hours']);
    expect(found.indexOf('Office')).not.toBe(1);
  });

  it('finds nothing by words that say less than the others', () => {
    expect(rankPartial([entry('API'), entry('Keys')], 'api key')).toHaveLength(0);
    expect(rankPartial([entry('Keys')], 'stripe key')).toHaveLength(0);
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
    ['Name and password', 'a password', ['Name and ', '*password']],
  ])('marks %s for %s', (text, query, parts) => {
    expect(highlight(text, query).map(({ text: part, isMatch }) => `${isMatch ? '*' : ''}${part}`)).toEqual(parts);
  });
});
