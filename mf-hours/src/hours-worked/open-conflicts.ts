/** The conflicts of a page with others, from the rejected save to the next one. */
import type { Side } from 'shared-ui/versioned';
import type { CellKey } from './cells';
import type { CellConflict } from './conflicts';
import type { Edit } from './edits';
import type { Step } from './history';

export class OpenConflicts {
  #conflicts: readonly CellConflict[] = [];
  /** Conflicts whose edit is undone. Redoing it opens them again. */
  readonly #undone = new Set<CellKey>();

  /** The conflicts shown to the user. */
  shown(): readonly CellConflict[] {
    return this.#conflicts.filter(({ key }) => !this.#undone.has(key));
  }

  isUndecided(key: CellKey): boolean {
    return this.#conflicts.some(
      (conflict) => conflict.key === key && conflict.choice === null && !this.#undone.has(key),
    );
  }

  /** Ends all conflicts. @param next those of a rejected save */
  replace(next: readonly CellConflict[] = []): void {
    this.#conflicts = next;
    this.#undone.clear();
  }

  /** Ends the conflicts about removed edits, because the read values are the same. */
  keepThoseOf(edits: ReadonlyMap<CellKey, Edit>): void {
    this.#conflicts = this.#conflicts.filter(
      ({ key, choice }) => choice === 'theirs' || edits.has(key) || this.#undone.has(key),
    );
  }

  /** Returns the conflicts that were decided. */
  choose(choice: Side, keys: ReadonlySet<CellKey>): readonly CellConflict[] {
    this.#conflicts = this.#conflicts.map((conflict) => (keys.has(conflict.key) ? { ...conflict, choice } : conflict));
    return this.#conflicts.filter(({ key }) => keys.has(key));
  }

  /**
   * Editing a conflicting cell decides the conflict for the edit. Without an edit it ends. Undo and redo decide
   * nothing: the edits they stage conflict again.
   */
  resolve({ changes, isChoice = false }: Step, by: 'edit' | 'undo' | 'redo', edits: ReadonlyMap<CellKey, Edit>): void {
    if (this.#conflicts.length === 0) return;
    const edited = new Set(changes.map(({ key }) => key));
    this.#conflicts = this.#conflicts.flatMap((conflict) => {
      const { key } = conflict;
      if (!edited.has(key)) return conflict;
      this.#undone.delete(key);
      const mine = edits.get(key);
      if (by === 'edit') return mine ? { ...conflict, mine, choice: 'mine' as const } : [];
      if (mine) return { ...conflict, mine, choice: isChoice && by === 'redo' ? ('mine' as const) : null };
      if (isChoice) return { ...conflict, choice: 'theirs' as const };
      this.#undone.add(key);
      return conflict;
    });
  }
}
