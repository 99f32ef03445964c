import { describe, expect, it } from '@jest/globals';
import { searchTexts, singularOf } from './text-search.js';

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
