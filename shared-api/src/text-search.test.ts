import { describe, expect, it, jest } from '@jest/globals';
import MiniSearch from 'minisearch';
import { bestMatches, contentWordsOf, searchSomeWords, searchTexts, singularOf, topicWordsOf } from './text-search.js';

const pages = [
  { title: 'Payment history', others: ['receipts', 'invoices'] },
  { title: 'Payment methods', others: ['credit card'] },
  { title: 'Provider hours worked', others: ['utilization'] },
  { title: 'Office & provider hours' },
  { title: 'José Núñez', others: ['jose.nunez@harbor.example'] },
  { title: 'Phone call notification source', others: ['ph_call_notification_source'] },
];
const found = (query: string): string[] =>
  searchTexts(pages, query, (page) => page).map(({ item: { title } }) => title);

describe('searchTexts', () => {
  it.each([
    ['payment his', ['Payment history']],
    ['history payment', ['Payment history']],
    ['provider', ['Provider hours worked', 'Office & provider hours']],
    ['jose', ['José Núñez']],
    ['NÚÑEZ', ['José Núñez']],
    ['nunez@harbor', ['José Núñez']],
    ['credit card', ['Payment methods']],
    ['ph_call', ['Phone call notification source']],
  ])('finds by %s', (query, titles) => {
    expect(found(query)).toEqual(titles);
  });

  it.each([
    ['a missing letter', 'paymnt history'],
    ['a letter too many', 'paymment history'],
    ['a wrong letter', 'paynent history'],
    ['two swapped letters', 'payment histroy'],
    ['swapped letters of another word', 'paymetn history'],
  ])('forgives %s', (_, query) => {
    expect(found(query)).toEqual(['Payment history']);
  });

  it('forgives two typos in a long word', () => {
    expect(found('notifcaton')).toEqual(['Phone call notification source']);
  });

  it.each([
    ['a plural', 'receipt', 'Payment history'],
    ['a singular', 'payments history', 'Payment history'],
    ['a plural of several letters', 'taxes', 'Tax'],
    ['a plural with another ending', 'canary', 'Canaries'],
    ['a missing hyphen', 'addon', 'Add-on'],
    ['a hyphen too many', 'time-zone', 'Timezone'],
    ['a space too many', 'time zone', 'Timezone'],
  ])('finds across %s', (_, query, title) => {
    const more = [...pages, ...['Tax', 'Canaries', 'Add-on', 'Timezone'].map((one) => ({ title: one, others: [] }))];
    expect(searchTexts(more, query, (page) => page)[0]?.item.title).toBe(title);
  });

  it.each(['status', 'address', 'sms', 'analysis'])('keeps %s, which is no plural', (word) => {
    expect(singularOf(word)).toBe(word);
  });

  it.each([
    ['my payment history please', 'Payment history'],
    ['the credit card for me', 'Payment methods'],
  ])('ignores filler words in %s', (query, title) => {
    expect(found(query)).toEqual([title]);
  });

  it('puts what has the filler words first', () => {
    const names = ['Linh Nguyen', 'My Nguyen'].map((title) => ({ title }));
    expect(searchTexts(names, 'my nguyen', (name) => name).map(({ item }) => item.title)).toEqual([
      'My Nguyen',
      'Linh Nguyen',
    ]);
  });

  it.each([
    ['a title', 'nunez', 'Dr. José Núñez'],
    ['an abbreviated title', 'dr nunez', 'José Núñez'],
  ])('ignores %s of a person', (_, query, title) => {
    expect(searchTexts([{ title }, ...pages.slice(0, 4)], query, (page) => page)).toMatchObject([{ item: { title } }]);
  });

  describe('with a verb that says what to do', () => {
    it.each([
      ['delete credit card', 'Payment methods'],
      ['see receipts', 'Payment history'],
      ['change utilization', 'Provider hours worked'],
      ['edit utilizaton', 'Provider hours worked'],
      ['change utilizatino', 'Provider hours worked'],
    ])('finds by %s what it is done with', (query, title) => {
      expect(found(query)).toEqual([title]);
    });

    it('needs the verb next to the noun, or not at all', () => {
      const near = { title: 'Payment methods', others: ['practice access', 'delete card'] };
      const texts = [near, { title: 'Practice name' }, ...pages];
      const matches = (query: string) => searchTexts(texts, query, (page) => page).map(({ item }) => item.title);
      expect(matches('delete practice')).toEqual(['Practice name', 'Payment methods']);
      expect(matches('delete card')[0]).toBe('Payment methods');
      const practices = Array.from({ length: 12 }, (_, at) => ({ title: `Page ${at}`, others: ['practice'] }));
      expect(searchTexts([near, ...practices], 'delete practice', (page) => page)).toEqual([]);
    });

    it.each(['add doctor', 'new doctors'])('finds the noun by %s', (query) => {
      const texts = [{ title: 'Add a card' }, { title: 'Hours', others: ['doctor'] }, { title: 'New card' }];
      expect(searchTexts(texts, query, (text) => text).map(({ item }) => item.title)).toEqual(['Hours']);
    });

    it('puts what has the verb too before what hasn’t', () => {
      const names = [{ title: 'Card' }, { title: 'Fees of every card', others: ['remove a card'] }];
      const matches = searchTexts(names, 'remove card', (name) => name);
      expect(matches.map(({ item }) => item.title)).toEqual(['Fees of every card', 'Card']);
    });

    it.each(['add', 'add on', 'set up', 'new', 'change role'])('finds nothing more by %j', (query) => {
      const texts = [{ title: 'Roll back' }, { title: 'Online' }, { title: 'Upcoming charges' }, { title: 'Italy' }];
      expect(searchTexts(texts, query, (text) => text)).toEqual([]);
    });

    it('finds nothing by a word that many texts have', () => {
      const practices = Array.from({ length: 12 }, (_, at) => ({ title: `Page ${at}`, others: ['practice'] }));
      expect(searchTexts([...practices, ...pages], 'create practice', (page) => page)).toEqual([]);
    });
  });

  it('puts exact matches before those with typos', () => {
    const names = [{ title: 'Vista' }, { title: 'Cards', others: ['one more word', 'visa'] }];
    const matches = searchTexts(names, 'visa', (name) => name);
    expect(matches.map(({ item: { title }, isExact }) => [title, isExact])).toEqual([
      ['Cards', true],
      ['Vista', false],
    ]);
  });

  describe('with a long text', () => {
    const distinct = (count: number): string => Array.from({ length: count }, (_, at) => `wrodings${at}`).join(' ');

    it.each([
      ['a phrase that is repeated', 'payment history '.repeat(312)],
      ['as many words as typos are forgiven in', distinct(8)],
      ['a paragraph', distinct(40)],
      ['many pages', distinct(1000)],
      ['one long word', 'paymenthistory'.repeat(400)],
      ['long words', `${'payment'.repeat(5)} `.repeat(8)],
      ['verbs and words', `add change remove delete ${distinct(4)}`],
      ['verbs and words that are found', 'add change remove delete payment history receipts invoices'],
    ])('searches a limited number of times for %s', (_, query) => {
      const search = jest.spyOn(MiniSearch.prototype, 'search');
      found(query);
      const count = search.mock.calls.length;
      const longest = Math.max(...search.mock.calls.map(([text]) => String(text).split(' ').length));
      search.mockRestore();
      expect(count).toBeGreaterThan(0);
      expect(count).toBeLessThanOrEqual(30);
      expect(longest).toBeLessThanOrEqual(32);
    });

    it('finds what has all of its words', () => {
      const title = 'Use the schedule of the practice software for utilization instead of the office hours';
      expect(searchTexts([...pages, { title }], title, (page) => page).map(({ item }) => item.title)).toEqual([title]);
    });

    it('counts a repeated word once', () => {
      expect(found('payment history '.repeat(312))).toEqual(['Payment history']);
    });
  });

  it('doesn’t match words that are only vaguely similar', () => {
    expect(searchTexts([{ title: 'Baseline date' }], 'duarte', (entry) => entry)).toEqual([]);
    expect(searchTexts([{ title: 'Location' }], 'vacations', (entry) => entry)).toEqual([]);
  });

  it('prefers exact spellings', () => {
    const names = ['Larsen', 'Larson', 'Larsson'].map((title) => ({ title }));
    expect(searchTexts(names, 'larson', (name) => name)[0]?.item.title).toBe('Larson');
  });

  it.each(['', '  ', '#', 'payment nothing', 'xyz', 'cat'])('finds nothing by %j', (query) => {
    expect(found(query)).toEqual([]);
  });
});

describe('contentWordsOf', () => {
  it.each([
    ['Log me out, please', ['log', 'out']],
    ['hours for the holidays', ['hours', 'holidays']],
    ['how to', ['how', 'to']],
    ['add-on', ['add', 'on']],
    ['card card', ['card']],
  ])('reads %j', (text, words) => {
    expect(contentWordsOf(text)).toEqual(words);
  });
});

describe('topicWordsOf', () => {
  it.each([
    ['remove my credit cards', ['credit', 'cards']],
    ['Set hours', ['hours']],
    ['add', ['add']],
    ['add new', ['add', 'new']],
    ['add on', ['add', 'on']],
    ['payment', ['payment']],
  ])('reads %j', (text, words) => {
    expect(topicWordsOf(text)).toEqual(words);
  });
});

describe('bestMatches', () => {
  const matchesOf = (query: string) =>
    bestMatches(searchTexts([{ title: 'Vista' }, { title: 'Visa' }], query, (name) => name)).map(
      ({ item: { title } }) => title,
    );

  it('leaves out typos where something matches without', () => {
    expect(matchesOf('visa')).toEqual(['Visa']);
  });

  it('keeps typos where nothing else matches', () => {
    expect(matchesOf('visaa')).toContain('Visa');
  });
});

describe('searchSomeWords', () => {
  const some = (query: string): string[] => searchSomeWords(pages, query, (page) => page).map(({ title }) => title);

  it.each([
    ['utilization xyz', ['Provider hours worked']],
    ['duplicate invoices', ['Payment history']],
    ['payment receipts missing', ['Payment history']],
  ])('finds what has most of %s', (query, titles) => {
    expect(some(query)).toEqual(titles);
  });

  it.each(['qqqqzz', 'qqqqzz xkcdx', 'card xkcdxkcd', 'invoi xyz', 'utilizaton xyz', '', '%'])(
    'finds nothing by %j',
    (query) => {
      expect(some(query)).toEqual([]);
    },
  );

  it('finds few', () => {
    const many = Array.from({ length: 9 }, (_, at) => ({ title: `Practice ${at}` }));
    const others = Array.from({ length: 60 }, (_, at) => ({ title: `Page ${at}` }));
    expect(searchSomeWords([...many, ...others], 'practice xyz', (page) => page)).toHaveLength(5);
  });

  it('finds nothing by a word that many texts have', () => {
    const many = Array.from({ length: 9 }, (_, at) => ({ title: `Practice ${at}` }));
    const parent = { title: 'Practice 9', others: ['parents'] };
    expect(searchSomeWords(many, 'parent practice', (page) => page)).toEqual([]);
    expect(searchSomeWords([...many, parent], 'parent practice xyz', (page) => page)).toEqual([parent]);
  });

  it('searches a limited number of times for a long text', () => {
    const search = jest.spyOn(MiniSearch.prototype, 'search');
    some(Array.from({ length: 1000 }, (_, at) => `wording${at}`).join(' '));
    const count = search.mock.calls.length;
    search.mockRestore();
    expect(count).toBeGreaterThan(1);
    expect(count).toBeLessThanOrEqual(33);
  });

  it('finds nothing by the verb alone', () => {
    expect(searchSomeWords([{ title: 'Remove people' }], 'remove xyz', (page) => page)).toEqual([]);
  });
});
