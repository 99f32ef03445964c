import { describe, expect, it } from '@jest/globals';
import type { LoggedChange } from '../logged-change.js';
import { accessSentences } from './access-sentences.js';

const changed = (before: object, after: object) =>
  accessSentences['entitlements.change']({ before, after } as LoggedChange);

const grants = (...keys: string[]) => Object.fromEntries(keys.map((key) => [key, ['grant']]));

describe('the sentence of changed features', () => {
  it('names everything removed, without an arrow', () => {
    const { sentence, changes } = changed(
      grants('bundle:phones', 'feature:call_log', 'feature:data_export', 'feature:call_recording'),
      {},
    );
    expect(sentence.map(({ text }) => text).join('')).toBe('removed Phones, Call Log and 2 more');
    expect(changes).toEqual([
      {
        label: 'Removed',
        before: 'Phones, Call Log, Data Export and Call Recording',
        after: null,
        names: true,
      },
    ]);
  });

  it('adds no list for names in the sentence', () => {
    const { sentence, changes } = changed(grants('bundle:phones', 'feature:call_log'), {});
    expect(sentence.map(({ text }) => text).join('')).toBe('removed Phones and Call Log');
    expect(changes).toEqual([]);
  });
});
