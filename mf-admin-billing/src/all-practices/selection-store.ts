/** The selection outside of React's tree: a tick draws its own row and what counts, and no other row. */
import { useSyncExternalStore } from 'react';
import type { ListFilter } from './list-place';
import { allMatching, nothing, type Practice, rangeTo, type Selection, withTicks } from './selection';

export interface Selected {
  selection: Selection;
  /** Set after a practice was taken out of all that match: that selection, which could not be kept. */
  given: Extract<Selection, { kind: 'matching' }> | null;
}

export class SelectionStore {
  #state: Selected = { selection: nothing, given: null };
  #last: number | null = null;
  #page: readonly Practice[] = [];
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): Selected => this.#state;

  #set(selection: Selection, given: Selected['given'] = null): void {
    this.#state = { selection, given };
    for (const listener of this.#listeners) listener();
  }

  /** The practices that are shown now. */
  show(page: readonly Practice[]): void {
    this.#page = page;
  }

  #ticked(practices: readonly Practice[], on: boolean): void {
    const { selection } = this.#state;
    const narrows = selection.kind === 'matching' && !on;
    this.#set(withTicks(selection, practices, on, this.#page), narrows ? selection : null);
  }

  /** @param range ticks all from the one that was ticked last */
  tick(practice: Practice, on: boolean, range: boolean): void {
    this.#ticked(range ? rangeTo(this.#page, this.#last, practice.id) : [practice], on);
    this.#last = practice.id;
  }

  /** All practices of the page. Unticking the page of all that match clears the selection: it leaves none of them here. */
  tickPage(on: boolean): void {
    this.#ticked(this.#page, on);
  }

  /** All that the filter finds. */
  matching(filter: ListFilter, count: number): void {
    this.#set(allMatching(filter, count, this.#page));
  }

  /** What `given` has kept. */
  restore(): void {
    if (this.#state.given) this.#set(this.#state.given);
  }

  clear(): void {
    this.#set(nothing);
  }
}

/** A part of the selection; draws anew when that part has changed. @param pick answers values that compare by `===` */
export function useSelected<Part>(store: SelectionStore, pick: (state: Selected) => Part): Part {
  return useSyncExternalStore(store.subscribe, () => pick(store.state()));
}
