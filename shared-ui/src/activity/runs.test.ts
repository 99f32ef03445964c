import { describe, expect, it } from '@jest/globals';
import type { SentencePart } from 'shared-api/contracts/activity';
import { anItem } from './fixtures';
import { runSentence, runsOf } from './runs';
import { sentenceText } from './text';

const text = (words: string): SentencePart => ({ kind: 'text', text: words });
const name = (words: string): SentencePart => ({ kind: 'name', text: words });
const issued = [text('issued the token '), { kind: 'added', text: 'Front desk' }] as const;
const revoked = [text('revoked the token '), { kind: 'removed', text: 'Front desk' }] as const;
const of = (number: number, sentence: readonly SentencePart[]) => anItem(number, { sentence: [...sentence] });

describe('runsOf', () => {
  const invited = (number: number, name: string) =>
    anItem(number, {
      sentence: [
        { kind: 'text', text: 'invited ' },
        { kind: 'name', text: name },
      ],
    });
  const lengths = (items: Parameters<typeof runsOf>[0]) => runsOf(items).map(({ length }) => length);

  it('groups four or more changes that differ only in names', () => {
    expect(lengths(['Ann', 'Ben', 'Cem', 'Dan'].map((name, at) => invited(at, name)))).toEqual([4]);
    expect(lengths(['Ann', 'Ben', 'Cem'].map((name, at) => invited(at, name)))).toEqual([1, 1, 1]);
  });

  it('starts a new run for another kind of change, person or practice', () => {
    const run = [0, 1, 2, 3].map((at) => invited(at, `Member ${at}`));
    const other = { kind: 'person', name: 'Olivia Marsh' } as const;
    expect(lengths([...run, anItem(4), ...run])).toEqual([4, 1, 4]);
    expect(lengths([...run, ...run.map((item) => ({ ...item, actor: other }))])).toEqual([4, 4]);
    expect(lengths([...run, ...run.map((item) => ({ ...item, practice_id: 2 }))])).toEqual([4, 4]);
  });
});

describe('runsOf within one minute', () => {
  const change = (at: number, verb: string) =>
    anItem(at, { at: 1_800_000_000 + at, sentence: [{ kind: 'text', text: verb }] });
  const turns = [0, 1, 2, 3].flatMap((at) => [change(2 * at, 'published '), change(2 * at + 1, 'granted ')]);

  it('groups alternating changes', () => {
    expect(runsOf(turns).map((run) => run.map(({ sentence }) => sentence[0]?.text))).toEqual([
      ['published ', 'published ', 'published ', 'published '],
      ['granted ', 'granted ', 'granted ', 'granted '],
    ]);
  });

  it('keeps the order of changes in different minutes', () => {
    const slow = turns.map((item, at) => ({ ...item, at: item.at + at * 60 }));
    expect(runsOf(slow)).toHaveLength(8);
  });
});

describe('runsOf what one person did to one thing', () => {
  it('groups different changes of it, with others in between', () => {
    const other = anItem(9);
    const items = [of(0, issued), other, of(1, revoked), of(2, issued), of(3, revoked)];
    expect(runsOf(items).map((run) => run.map(({ id }) => items.findIndex((item) => item.id === id)))).toEqual([
      [0, 2, 3, 4],
      [1],
    ]);
  });

  it('leaves two changes, changes by others and changes to other things alone', () => {
    const items = [of(0, issued), of(1, revoked)];
    expect(runsOf(items)).toHaveLength(2);
    expect(runsOf([...items, { ...of(2, issued), actor: { kind: 'person', name: 'Olivia Marsh' } }])).toHaveLength(3);
    expect(runsOf([...items, of(2, [issued[0], name('Back office')])])).toHaveLength(3);
    expect(runsOf([...items, { ...of(2, issued), practice_id: 2 }])).toHaveLength(3);
  });
});

describe('runSentence', () => {
  const actor = { kind: 'person', name: 'Sam' } as const;
  const sentenceOf = (...sentences: (readonly SentencePart[])[]) =>
    sentenceText({ actor, sentence: [...runSentence(sentences.map((sentence, at) => of(at, sentence)))] });

  it('lists what was done to one thing, in order', () => {
    expect(sentenceOf(issued, revoked, issued)).toBe('Sam issued and revoked the token Front desk');
    expect(sentenceOf(issued, issued, revoked)).toBe('Sam revoked and issued the token Front desk');
    expect(sentenceOf(issued, issued, issued)).toBe('Sam issued the token Front desk');
  });

  it('leaves out the values of one thing', () => {
    const changed = (before: string, after: string) =>
      [text('changed '), name('Friday'), text(' from '), { kind: 'removed', text: before }, text(after)] as const;
    expect(sentenceOf(changed('a', 'b'), changed('b', 'c'), changed('c', 'd'))).toBe('Sam changed Friday');
  });

  it('counts the names that one kind of change differs in', () => {
    const added = (who: string, role = 'Staff') => [text('added '), name(who), text(' as '), name(role)] as const;
    expect(sentenceOf(added('Ann'), added('Ben'), added('Cem'))).toBe('Sam added Ann and 2 more as Staff');
    expect(sentenceOf(added('Ann'), added('Ben', 'Owner'), added('Cem'))).toBe('Sam added Ann and 2 more');
  });
});
