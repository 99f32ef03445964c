/** Saves a part of the features. After a conflict, merges others' changes and sends it again. */
import type { FeatureValues } from 'shared-api/contracts';
import { type SaveAnswer, type SaveOutcome, saveVersioned } from 'shared-ui/versioned';
import type { ReadFeatures } from '../api';
import { type Action, changeCount, type Draft, type Part, reduce, undecidedCount } from './draft';

export interface SavedPart {
  etag: string | undefined;
}

export interface PartCalls {
  send: (draft: Draft) => Promise<SaveAnswer<SavedPart>>;
  /** Resolves to undefined if the refetch failed. */
  readAgain: () => Promise<ReadFeatures | undefined>;
  dispatch: (action: Action) => void;
}

/** A save by someone else, and the record before and after. */
export interface Incoming {
  by: string;
  before: FeatureValues;
  after: FeatureValues;
}

export interface PartResult {
  outcome: SaveOutcome<Draft, SavedPart>;
  draft: Draft;
  /** Changes merged into the save. Unresolved conflicts are in the panel. */
  incoming: readonly Incoming[];
}

export async function savePart(draft: Draft, part: Part, calls: PartCalls): Promise<PartResult> {
  let current = draft;
  const incoming: Incoming[] = [];
  const apply = (action: Action): Draft => {
    current = reduce(current, action);
    calls.dispatch(action);
    return current;
  };
  const outcome = await saveVersioned<Draft, SavedPart>(
    {
      send: calls.send,
      readAgain: async ({ changed_by: by }) => {
        const read = await calls.readAgain();
        if (!read) return undefined;
        const before = current.editing.base;
        const merged = apply({ type: 'read', read });
        incoming.push({ by, before, after: merged.editing.base });
        return merged;
      },
      undecided: (merged) => undecidedCount(merged, part),
      changes: (merged) => changeCount(merged, part),
    },
    draft,
  );
  if (outcome.kind === 'saved') {
    apply({ type: 'saved', part, sent: outcome.sent.values, etag: outcome.answer.etag });
  }
  const isSaved = outcome.kind === 'saved' || outcome.kind === 'already-saved';
  return { outcome, draft: current, incoming: isSaved ? incoming : [] };
}
