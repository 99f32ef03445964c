/**
 * The hours of a range with the staged edits applied, as the grid shows them. The store is outside React, so that a
 * keystroke rerenders only the changed cells. It outlives the range, so that edits survive a change of range.
 */
import { createStore } from 'zustand/vanilla';
import { type Conflict, type ProviderTotals, saveNumberOf } from 'shared-api/contracts';
import { type CellKey, type Figure, figures, effectiveSeconds, parseCellKey, type StoredHours } from './cells';
import { type CellConflict, type Lookup, mergeCells } from './conflicts';
import {
  changesNothing,
  type Edit,
  type Edits,
  type Entry,
  hasProblem,
  overrideOf,
  type ReadVersion,
  rebaseEdit,
  isSameEntry,
  secondsOf,
} from './edits';
import { emptyHistory, mapHistory, redoStep, type StepHistory, undoStep, pushStep } from '../grid/history';
import {
  afterSave,
  type Change,
  inverseOf,
  rebaseStep,
  type SavedCell,
  type Step,
  withoutProblems,
  withRefusal,
} from './history';
import type { CellRef } from '../grid/selection';
import { emptyView, type Loaded, RangeView } from './range-view';
import { OpenConflicts } from './open-conflicts';
import { type Total, totalOf } from './totals';
import { nameOf } from './names';
import { entryOf } from './typed-hours';

export interface CellView {
  key: CellKey;
  stored: StoredHours;
  edit: Edit | undefined;
  /** Undefined when the typed text is not a number. */
  seconds: number | undefined;
  /** Differs from its original. */
  modified: boolean;
  /** Someone else also changed it, and the conflict is unresolved. */
  inConflict: boolean;
}

/** An edit of a provider who has left the practice. */
export interface RemovedEdit {
  key: CellKey;
  /** The provider's name, as it was shown. */
  name: string;
  entry: Entry;
}

/** The providers of edits, each once. */
export const removedNames = (edits: readonly RemovedEdit[]): string[] => [...new Set(edits.map(({ name }) => name))];

/** The state that the page around the grid subscribes to. A new object after each change. */
export interface Status {
  /** Number of edits in all ranges, with the text of the open cell. */
  changes: number;
  wrong: readonly CellKey[];
  /** Number of edits with an invalid text, which can't be sent. */
  invalid: number;
  conflicts: readonly CellConflict[];
  /** Edits that weren't saved because their provider has left the practice. Shown until the person closes them. */
  removed: readonly RemovedEdit[];
  /** Names of the providers who joined in the meantime. */
  added: readonly string[];
  /** Number of cells to which the last undo has restored values from before a save; 0 after anything else. */
  restored: number;
  canUndo: boolean;
  canRedo: boolean;
}

/** The text of the open cell. It is an edit from its first key, but other cells and totals follow only once the cell is closed. */
interface OpenCell {
  key: CellKey;
  text: string;
  stored: StoredHours;
  read: ReadVersion;
}

export class HoursStore {
  #view = emptyView;
  #reading: ReadVersion;
  #edits: Map<CellKey, Edit>;
  readonly #wrong = new Set<CellKey>();
  readonly #conflicts = new OpenConflicts();
  #removed: readonly RemovedEdit[] = [];
  /** Names of all providers shown so far, including former ones. */
  readonly #names = new Map<number, string>();
  /** Names of providers who joined while their range was shown. */
  #added: string[] = [];
  #history: StepHistory<Step> = emptyHistory;
  /** This page's saves, oldest first. */
  #saves: readonly { number: number; edits: Edits }[] = [];
  #restored = 0;
  #open: OpenCell | null = null;
  /**
   * Counts the changes to notify subscribers. The state is in the other fields. Derived values are computed when read.
   */
  readonly #changes = createStore(() => 0);
  readonly #cells = new Map<CellKey, CellView>();
  readonly #totals = new Map<string, Total>();
  readonly #rows = new Map<number, object>();
  /** By the first row of a provider. */
  readonly #resets = new Map<number, boolean>();
  #status: Status | undefined;

  /** @param restored edits that this tab stored before a reload */
  constructor(restored: Edits = new Map()) {
    this.#edits = new Map(restored);
    const turns = [...restored.values()].map(({ read }) => read.turn);
    this.#reading = { etag: undefined, turn: turns.reduce((last, turn) => Math.max(last, turn), 0) };
    for (const [key, edit] of restored) if (hasProblem(edit)) this.#wrong.add(key);
  }

  readonly subscribe = this.#changes.subscribe;

  readonly view = (): RangeView => this.#view;

  /** A copy, which later edits do not change. */
  readonly edits = (): Edits => new Map(this.#edits);

  /** The edits with the text of the open cell, which a reload would lose too. */
  readonly unsavedEdits = (): Edits => {
    const edits = new Map(this.#edits);
    if (!this.#open) return edits;
    const { key, text, stored, read } = this.#open;
    const entry = entryOf(text, stored);
    if (changesNothing(entry, stored)) edits.delete(key);
    else edits.set(key, { entry, stored, read });
    return edits;
  };

  readonly status = (): Status =>
    (this.#status ??= {
      changes: this.unsavedEdits().size,
      wrong: [...this.#wrong],
      invalid: [...this.#wrong].filter((key) => 'problem' in (this.#edits.get(key)?.entry ?? {})).length,
      conflicts: this.#conflicts.shown(),
      removed: this.#removed,
      added: [...this.#added],
      restored: this.#restored,
      canUndo: this.#history.done.length > 0,
      canRedo: this.#history.undone.length > 0,
    });

  cell(row: number, column: number): CellView {
    const key = this.#view.key(row, column);
    const known = this.#cells.get(key);
    if (known) return known;
    const stored = this.#view.stored({ row, column });
    const edit = this.#edits.get(key);
    const seconds = edit ? secondsOf(edit.entry, stored.original) : effectiveSeconds(stored);
    const inConflict = this.#conflicts.isUndecided(key);
    const view = { key, stored, edit, seconds, modified: seconds !== stored.original, inConflict };
    this.#cells.set(key, view);
    return view;
  }

  /** The same object until a cell of the row changes, so that only changed rows rerender. */
  rowState(row: number): object {
    const known = this.#rows.get(row) ?? {};
    this.#rows.set(row, known);
    return known;
  }

  /** True if the provider of a row has an edit or an override on the days in view, which a reset removes. */
  canReset(row: number): boolean {
    const first = row - (row % figures.length);
    const known = this.#resets.get(first);
    if (known !== undefined) return known;
    const canReset = figures.some((_, index) =>
      [...count(this.#view.columns, (column) => this.cell(first + index, column))].some(
        ({ edit, stored }) => edit !== undefined || stored.override !== null,
      ),
    );
    this.#resets.set(first, canReset);
    return canReset;
  }

  /** Hours and days of one row. A text that is not a number counts as the stored value. */
  rowTotal(row: number): Total {
    return this.#total(`row ${row}`, () => totalOf(count(this.#view.columns, (column) => this.#seconds(row, column))));
  }

  columnTotal(column: number, figure: Figure): Total {
    const offset = figures.indexOf(figure);
    return this.#total(`column ${column} ${figure}`, () =>
      totalOf(
        count(this.#view.rows / figures.length, (index) => this.#seconds(index * figures.length + offset, column)),
      ),
    );
  }

  /** All providers over the range: hours, and the days on which any provider has hours. */
  grandTotal(figure: Figure): Total {
    return this.#total(`all ${figure}`, () =>
      totalOf(count(this.#view.columns, (column) => this.columnTotal(column, figure).seconds)),
    );
  }

  /**
   * Shows loaded hours and rebases the edits on them.
   *
   * @param all all providers of the range, also those that a filter hides
   */
  load(loaded: Loaded, all: readonly ProviderTotals[] = loaded.hours.providers): void {
    if (loaded === this.#view.loaded) return;
    const isSameRange = loaded.hours.date_range.start === this.#view.loaded.hours.date_range.start;
    for (const provider of all) {
      const id = provider.provider_id;
      if (isSameRange && !this.#names.has(id) && provider.left_on === undefined) this.#added.push(nameOf(provider));
      this.#names.set(id, nameOf(provider));
    }
    this.#view = this.withSaves(loaded);
    this.#reading = { etag: loaded.etag, turn: this.#reading.turn + 1 };
    for (const [key, edit] of this.#edits) {
      const cellRef = this.#view.cellRef(key);
      if (cellRef) this.#keep(key, rebaseEdit(edit, this.#view.stored(cellRef), this.#reading));
    }
    this.#conflicts.keepThoseOf(this.#edits);
    const lookup = this.#lookup;
    this.#history = mapHistory(this.#history, (step) => rebaseStep(step, lookup));
    this.#changed('everything');
  }

  /** Hours as read, with this page's later saves. A request running during a save returns older hours. */
  withSaves(loaded: Loaded): RangeView {
    const read = saveNumberOf(loaded.etag) ?? Infinity;
    return this.#saves
      .filter(({ number }) => number > read)
      .reduce((view, { edits }) => view.withSaved(edits, loaded.etag), new RangeView(loaded));
  }

  /** Stages entries for cells in view, as one undo step. Returns the number of changed cells. */
  stage(entries: Iterable<readonly [row: number, column: number, entry: Entry]>): number {
    const step: Change[] = [];
    for (const [row, column, entry] of entries) {
      const { key, stored, edit: before } = this.cell(row, column);
      const after = changesNothing(entry, stored) ? undefined : { entry, stored, read: this.#reading };
      if (!before && !after) continue;
      if (before && after && !before.refusal && isSameEntry(before.entry, after.entry)) continue;
      step.push({ key, before, after });
    }
    this.#apply(step);
    return step.length;
  }

  /** Stores the text typed into the open cell. */
  type({ row, column }: CellRef, text: string): void {
    const { key, stored } = this.cell(row, column);
    this.#open = { key, text, stored, read: this.#reading };
    this.#changed();
  }

  /** The cell that has a typed text, also while it's out of view. */
  openKey(): CellKey | undefined {
    return this.#open?.key;
  }

  /** The text of the open cell, and its stored value. */
  openCell(): { text: string; stored: StoredHours } | null {
    return this.#open;
  }

  /** Forgets the text of the open cell. */
  cancelTyping(): void {
    if (!this.#open) return;
    this.#open = null;
    this.#changed();
  }

  /** Stages the text of the open cell, as one undo step. Returns the entry; undefined if nothing was typed. */
  stageTyping(): Entry | undefined {
    if (!this.#open) return undefined;
    const { key, text, stored, read } = this.#open;
    this.#open = null;
    const entry = entryOf(text, stored);
    const cellRef = this.#view.cellRef(key);
    if (cellRef) this.stage([[cellRef.row, cellRef.column, entry]]);
    else
      this.#apply([
        {
          key,
          before: this.#edits.get(key),
          after: changesNothing(entry, stored) ? undefined : { entry, stored, read },
        },
      ]);
    return entry;
  }

  /** Removes the staged edits of cells in view, as one undo step. */
  revert(cellRefs: Iterable<readonly [row: number, column: number]>): number {
    const step: Change[] = [];
    for (const [row, column] of cellRefs) {
      const { key, edit } = this.cell(row, column);
      if (edit) step.push({ key, before: edit, after: undefined });
    }
    this.#apply(step);
    return step.length;
  }

  /** The cells that changed; undefined when there was nothing to undo. */
  undo(): Step | undefined {
    return this.#replay(undoStep(this.#history), inverseOf, 'undo');
  }

  redo(): Step | undefined {
    return this.#replay(redoStep(this.#history), (step) => step, 'redo');
  }

  /**
   * Marks the edits that the server rejected: of a cell, or of a whole day or provider that the server doesn't know.
   */
  refuse(fields: Readonly<Record<string, string>>): void {
    for (const [key, edit] of this.#edits) {
      const [provider = '', date = ''] = key.split('.');
      const refusal = fields[key] ?? fields[`${provider}.${date}`] ?? fields[provider];
      if (refusal === undefined) continue;
      const refused = { ...edit, refusal };
      this.#put(key, refused);
      this.#history = mapHistory(this.#history, (step) => withRefusal(step, key, refused));
    }
    this.#changed();
  }

  /** After a save: sent edits become the stored values. Later edits stay. */
  saved(sent: Edits, etag: string | undefined): void {
    this.#view = this.#view.withSaved(sent, etag);
    const number = saveNumberOf(etag);
    if (number !== undefined) this.#saves = [...this.#saves, { number, edits: sent }];
    this.#reading = { etag: etag ?? this.#reading.etag, turn: this.#reading.turn + 1 };
    const cells = new Map<CellKey, SavedCell>();
    for (const [key, edit] of sent) {
      const { original, override: before } = edit.stored;
      const override = overrideOf(edit.entry, original) ?? null;
      cells.set(key, { before: { original, override: before }, after: { original, override }, read: this.#reading });
      const now = this.#edits.get(key);
      if (!now || now.entry === edit.entry) this.#keep(key, undefined);
      else if (!('text' in edit.entry)) {
        this.#keep(key, { ...now, stored: { original, override }, read: this.#reading });
      }
    }
    this.#conflicts.replace();
    this.#restored = 0;
    this.#history = mapHistory(withoutProblems(this.#history), (step) => afterSave(step, cells));
    this.#changed('everything');
  }

  discard(): void {
    this.#open = null;
    this.#edits.clear();
    this.#wrong.clear();
    this.#conflicts.replace();
    this.#removed = [];
    this.#restored = 0;
    this.#history = emptyHistory;
    this.#changed('everything');
  }

  closeRemoved(): void {
    this.#removed = [];
    this.#added = [];
    this.#changed();
  }

  /** Returns the number of the next read, for a read that is not shown as a range. */
  nextTurn(): number {
    this.#reading = { ...this.#reading, turn: this.#reading.turn + 1 };
    return this.#reading.turn;
  }

  /** Merges the edits with changes of others after a save conflict. @returns the conflicts to resolve */
  merge(conflict: Conflict, lookup: Lookup): readonly CellConflict[] {
    const { edits, conflicts, removed } = mergeCells(this.#edits, conflict, lookup);
    this.#remove(removed, lookup);
    for (const key of [...this.#edits.keys()]) this.#keep(key, edits.get(key));
    this.#conflicts.replace(conflicts);
    this.#changed('everything');
    return conflicts;
  }

  /** Drops the edits of cells that the practice no longer has. Returns the number of dropped edits. */
  dropRemoved(lookup: Lookup): number {
    const removed = [...this.#edits.keys()].filter((key) => !lookup(key));
    this.#remove(removed, lookup);
    this.#changed('everything');
    return removed.length;
  }

  choose(choice: 'mine' | 'theirs', keys: readonly CellKey[]): void {
    const keySet = new Set(keys);
    const decided = this.#conflicts.choose(choice, keySet);
    const changes = decided.flatMap(({ key, mine }): Change[] => {
      const before = this.#edits.get(key);
      const after = choice === 'mine' ? mine : undefined;
      const isSame = before && after ? isSameEntry(before.entry, after.entry) : before === after;
      return isSame ? [] : [{ key, before, after }];
    });
    if (changes.length > 0) this.#history = pushStep(this.#history, { changes, saved: false, isChoice: true });
    for (const { key, after } of changes) this.#put(key, after);
    // A cell that keeps its edit also loses its mark.
    for (const { key } of decided) this.#put(key, this.#edits.get(key));
    this.#restored = 0;
    this.#changed();
  }

  /** Moves edits to the ones that weren't saved, and rebases the history on what is stored now. */
  #remove(keys: readonly CellKey[], lookup: Lookup): void {
    const removed = keys.flatMap((key): RemovedEdit[] => {
      const edit = this.#edits.get(key);
      const id = parseCellKey(key)?.provider ?? 0;
      this.#keep(key, undefined);
      return edit ? [{ key, name: this.#names.get(id) ?? nameOf({ provider_id: id }), entry: edit.entry }] : [];
    });
    this.#removed = [...this.#removed, ...removed];
    this.#history = mapHistory(this.#history, (step) => rebaseStep(step, lookup, new Set(keys)));
  }

  readonly #lookup: Lookup = (key) => {
    const cellRef = this.#view.cellRef(key);
    return cellRef && { stored: this.#view.stored(cellRef), read: this.#reading };
  };

  /** Applies an undo or redo step to the values that are stored now. */
  #replay(
    found: [Step, StepHistory<Step>] | undefined,
    direction: (step: Step) => Step,
    by: 'undo' | 'redo',
  ): Step | undefined {
    if (!found) return undefined;
    this.#history = found[1];
    const step = direction(found[0]);
    for (const { key, after } of step.changes) this.#put(key, after && { ...after, ...this.#lookup(key) });
    this.#conflicts.resolve(step, by, this.#edits);
    this.#restored = step.saved ? step.changes.filter(({ after }) => after !== undefined).length : 0;
    this.#changed();
    return step;
  }

  #apply(changes: readonly Change[]): void {
    const step: Step = { changes, saved: false };
    this.#restored = 0;
    if (changes.length > 0) this.#history = pushStep(this.#history, step);
    for (const { key, after } of changes) this.#put(key, after);
    this.#conflicts.resolve(step, 'edit', this.#edits);
    this.#changed();
  }

  #keep(key: CellKey, edit: Edit | undefined): void {
    if (edit) this.#edits.set(key, edit);
    else this.#edits.delete(key);
    if (edit && hasProblem(edit)) this.#wrong.add(key);
    else this.#wrong.delete(key);
  }

  /** Stores the edit and clears the totals that include the cell. */
  #put(key: CellKey, edit: Edit | undefined): void {
    this.#keep(key, edit);
    this.#cells.delete(key);
    const cellRef = this.#view.cellRef(key);
    if (!cellRef) return;
    this.#rows.delete(cellRef.row);
    this.#resets.delete(cellRef.row - (cellRef.row % figures.length));
    const figure = figures[cellRef.row % figures.length] ?? 'available';
    for (const name of [`row ${cellRef.row}`, `column ${cellRef.column} ${figure}`, `all ${figure}`])
      this.#totals.delete(name);
  }

  #seconds(row: number, column: number): number {
    const entry = this.#edits.size > 0 ? this.#edits.get(this.#view.key(row, column))?.entry : undefined;
    const stored = this.#view.stored({ row, column });
    return (entry && secondsOf(entry, stored.original)) ?? effectiveSeconds(stored);
  }

  #total(name: string, add: () => Total): Total {
    const known = this.#totals.get(name) ?? add();
    this.#totals.set(name, known);
    return known;
  }

  #changed(everything?: 'everything'): void {
    if (everything) {
      this.#cells.clear();
      this.#totals.clear();
      this.#rows.clear();
      this.#resets.clear();
    }
    this.#status = undefined;
    this.#changes.setState((count) => count + 1);
  }
}

function* count<Value>(length: number, value: (index: number) => Value): Generator<Value> {
  for (let index = 0; index < length; index += 1) yield value(index);
}
