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

export class SelectionStore {
  readonly #store;
  #last: number | null = null;
  #page: readonly Practice[] = [];

  constructor(initial: Selection = emptySelection) {
    this.#store = createStore<{ selection: Selection }>(() => ({ selection: initial }));
  }

  readonly subscribe = (listener: () => void): (() => void) => this.#store.subscribe(listener);

  get selection(): Selection {
    return this.#store.getState().selection;
  }

  #set(selection: Selection): void {
    this.#store.setState({ selection });
  }

  /** Sets the practices on the current page. */
  setPage(page: readonly Practice[]): void {
    this.#page = page;
  }

  /** @param range whether it also applies to all practices since the last one clicked */
  setSelected(practice: Practice, on: boolean, range: boolean): void {
    const practices = range ? rangeBetween(this.#page, this.#last, practice.id) : [practice];
    this.#set(withSelected(this.selection, practices, on));
    this.#last = practice.id;
  }

  /** Selects or clears all practices on the page. */
  setPageSelected(on: boolean): void {
    this.#set(withSelected(this.selection, this.#page, on));
  }

  /** Selects all practices that match the filter. */
  selectMatching(filter: ListFilter, count: number): void {
    this.#set(selectAllMatching(filter, count, this.#page));
  }

  clear(): void {
    this.#set(emptySelection);
  }
}

/** Subscribes to a part of the selection. @param pick returns values that compare by `===` */
export function useSelection<Part>(store: SelectionStore, pick: (selection: Selection) => Part): Part {
  return useSyncExternalStore(store.subscribe, () => pick(store.selection));
}
