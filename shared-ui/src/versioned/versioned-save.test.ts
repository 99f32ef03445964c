import { describe, expect, it } from '@jest/globals';
import type { Conflict } from 'shared-api/contracts';
import { type SaveAnswer, saveVersioned, type VersionedRecord } from './versioned-save';

interface Draft {
  etag: number;
  changes: number;
  undecided: number;
}

const byDana: Conflict = { changed_by: 'Dana Brooks', changed_at: 1_790_000_000 };
const stale: SaveAnswer<string> = { error: { status: 409, code: 'stale', message: 'Changed', conflict: byDana } };
const draft: Draft = { etag: 1, changes: 2, undecided: 0 };

/** A record with prepared save results and merged drafts, in order. */
function recordOf(answers: SaveAnswer<string>[], merges: (Draft | undefined)[] = []) {
  const sent: number[] = [];
  const record: VersionedRecord<Draft, string> = {
    send: ({ etag }) => {
      sent.push(etag);
      return Promise.resolve(answers.shift() ?? stale);
    },
    readAgain: () => Promise.resolve(merges.shift()),
    undecided: ({ undecided }) => undecided,
    changes: ({ changes }) => changes,
  };
  return { record, sent };
}

describe('saveVersioned', () => {
  it('saves based on the loaded version', async () => {
    const { record, sent } = recordOf([{ data: 'done' }]);
    const outcome = await saveVersioned(record, draft);
    expect(outcome).toEqual({ kind: 'saved', answer: 'done', sent: draft, incoming: [] });
    expect(sent).toEqual([1]);
  });

  it('merges and saves again when the changes do not overlap', async () => {
    const merged = { ...draft, etag: 2 };
    const { record, sent } = recordOf([stale, { data: 'done' }], [merged]);
    const outcome = await saveVersioned(record, draft);
    expect(outcome).toEqual({ kind: 'saved', answer: 'done', sent: merged, incoming: [byDana] });
    expect(sent).toEqual([1, 2]);
  });

  it('returns `undecided` when both sides changed a field, and sends nothing more', async () => {
    const { record, sent } = recordOf([stale], [{ ...draft, etag: 2, undecided: 1 }]);
    expect(await saveVersioned(record, draft)).toEqual({ kind: 'undecided', conflict: byDana });
    expect(sent).toEqual([1]);
  });

  it('sends nothing while a choice is open', async () => {
    const { record, sent } = recordOf([]);
    expect(await saveVersioned(record, { ...draft, undecided: 1 })).toEqual({ kind: 'undecided', conflict: null });
    expect(sent).toEqual([]);
  });

  it('sends nothing again when others saved the same values', async () => {
    const { record, sent } = recordOf([stale], [{ etag: 2, changes: 0, undecided: 0 }]);
    expect(await saveVersioned(record, draft)).toEqual({ kind: 'already-saved', incoming: [byDana] });
    expect(sent).toEqual([1]);
  });

  it.each([
    ['a refusal other than a conflict', [{ error: { status: 400, code: 'invalid', message: 'Wrong' } }], []],
    ['a record that cannot be read again', [stale], [undefined]],
  ])('fails with %s', async (_, answers, merges) => {
    const { record } = recordOf(answers, merges);
    expect(await saveVersioned(record, draft)).toMatchObject({ kind: 'failed' });
  });

  it('stops after five attempts when others keep saving', async () => {
    const merges = Array.from({ length: 9 }, (_, index) => ({ ...draft, etag: index + 2 }));
    const { record, sent } = recordOf([], merges);
    expect(await saveVersioned(record, draft)).toMatchObject({ kind: 'failed' });
    expect(sent).toEqual([1, 2, 3, 4, 5]);
  });
});
