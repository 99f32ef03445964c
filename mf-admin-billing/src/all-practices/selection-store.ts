/** The selection, stored outside React: selecting a row renders only that row and the counts. */
import { useSyncExternalStore } from 'react';
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
  #state: SelectionState = { selection: emptySelection, narrowedFrom: null };
  #last: number | null = null;
  #page: readonly Practice[] = [];
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): SelectionState => this.#state;

  #set(selection: Selection, given: SelectionState['narrowedFrom'] = null): void {
    this.#state = { selection, narrowedFrom: given };
    for (const listener of this.#listeners) listener();
  }

  /** Sets the practices on the current page. */
  setPage(page: readonly Practice[]): void {
    this.#page = page;
  }

  #setSelection(practices: readonly Practice[], on: boolean): void {
    const { selection } = this.#state;
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
    if (this.#state.narrowedFrom) this.#set(this.#state.narrowedFrom);
  }

  clear(): void {
    this.#set(emptySelection);
  }
}

/** Subscribes to a part of the selection. @param pick returns values that compare by `===` */
export function useSelectionState<Part>(store: SelectionStore, pick: (state: SelectionState) => Part): Part {
  return useSyncExternalStore(store.subscribe, () => pick(store.state()));
}
