/** The selection, stored outside React. Selecting a row renders only that row and the counts. */
import { useSyncExternalStore } from 'react';
import { createStore } from 'zustand/vanilla';
import type { ListFilter } from './list-params';
import {
  selectAllMatching,
  emptySelection,
  type Practice,
  rangeBetween,
  type Selection,
  withSelected,
} from './selection';

export interface SelectionState {
  selection: Selection;
  /** The selection of all matches that was lost when a practice was removed from it. Null otherwise. */
  narrowedFrom: Extract<Selection, { kind: 'matching' }> | null;
}

export class SelectionStore {
  readonly #store = createStore<SelectionState>(() => ({ selection: emptySelection, narrowedFrom: null }));
  readonly subscribe = this.#store.subscribe;
  readonly state = this.#store.getState;
  #last: number | null = null;
  #page: readonly Practice[] = [];

  #set(selection: Selection, narrowedFrom: SelectionState['narrowedFrom'] = null): void {
    this.#store.setState({ selection, narrowedFrom });
  }

  /** Sets the practices on the current page. */
  setPage(page: readonly Practice[]): void {
    this.#page = page;
  }

  #setSelection(practices: readonly Practice[], on: boolean): void {
    const { selection } = this.state();
    const narrows = selection.kind === 'matching' && !on;
    this.#set(withSelected(selection, practices, on, this.#page), narrows ? selection : null);
  }

  /** @param range also applies to all practices since the last one that was set */
  setSelected(practice: Practice, on: boolean, range: boolean): void {
    this.#setSelection(range ? rangeBetween(this.#page, this.#last, practice.id) : [practice], on);
    this.#last = practice.id;
  }

  /** Applies to all practices of the page. Deselecting the page while all matches are selected clears the selection. */
  setPageSelected(on: boolean): void {
    this.#setSelection(this.#page, on);
  }

  /** Selects all practices that match the filter. */
  selectMatching(filter: ListFilter, count: number): void {
    this.#set(selectAllMatching(filter, count, this.#page));
  }

  /** Restores the selection in `narrowedFrom`. */
  restore(): void {
    const { narrowedFrom } = this.state();
    if (narrowedFrom) this.#set(narrowedFrom);
  }

  clear(): void {
    this.#set(emptySelection);
  }
}

const stores = new WeakMap<object, SelectionStore>();

/**
 * The selection of the person who is signed in. It outlives the page, so it is still there after a practice was opened.
 * @param user the session's user, the same object on every page
 */
export function selectionStoreOf(user: object): SelectionStore {
  const store = stores.get(user) ?? new SelectionStore();
  stores.set(user, store);
  return store;
}

/** Subscribes to a part of the selection. @param pick returns values that compare by `===` */
export function useSelectionState<Part>(store: SelectionStore, pick: (state: SelectionState) => Part): Part {
  return useSyncExternalStore(store.subscribe, () => pick(store.state()));
}
