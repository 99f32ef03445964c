/** Holds the draft outside React, so that a field rerenders only when its own part of the draft changes. */
import type { Draft } from './draft';

export interface DraftStore {
  /** The current draft, even between renders; null until the first load. */
  get: () => Draft | null;
  set: (draft: Draft) => void;
  /** Returns a function that ends the subscription. */
  subscribe: (onChange: () => void) => () => void;
}

export function createDraftStore(initial: Draft | null): DraftStore {
  let draft = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => draft,
    set: (next) => {
      draft = next;
      for (const onChange of listeners) onChange();
    },
    subscribe: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}
