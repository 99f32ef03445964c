/** What a person does to cells: type, clear, fill, paste, reset, undo. Each says what came of it. */
import { type CellKey, figures, hoursText, fieldOf, shownOf } from './cells';
import type { Entry } from './edits';
import type { GridCursor } from '../grid/grid-cursor';
import type { HoursStore } from './hours-store';
import type { Step } from './history';
import { words } from './messages';
import { cellName, dayName, nameOf } from './names';
import { type Pasted, pasteInto } from './paste';
import { type CellRef, cellsOf, type Extent, fillings, pastedBlock } from '../grid/selection';
import { Signal } from '../grid/signal';
import { parseTsv, writeTsv } from '../grid/tsv';
import { parseHours } from './typed-hours';

export class GridCommands {
  /** For screen readers: what the last command did. */
  readonly said = new Signal('');
  /** What of the last paste was not taken; null when all of it was. */
  readonly pasted = new Signal<(Pasted & { changed: number }) | null>(null);

  /** A cell of days that are not shown yet, to be gone to when they are. */
  readonly wanted = new Signal<CellKey | null>(null);
  /** Rises when the cursor's cell is to take the focus, wherever that is now. */
  readonly visits = new Signal(0);

  /** Why the person may not change hours; null where they may. Cells are then walked through and copied alone. */
  readonly locked = new Signal<string | null>(null);

  constructor(
    readonly store: HoursStore,
    readonly cursor: GridCursor,
  ) {}

  /** True where nothing may be changed, which is then said. */
  #refuses(): boolean {
    const reason = this.locked.get();
    if (reason !== null) this.said.set(reason);
    return reason !== null;
  }

  /** Opens a cell, with its own text or with what was typed on it. */
  open(cellRef: CellRef, typed?: string): void {
    if (this.#refuses()) return;
    if (typed === undefined) this.cursor.open(this.text(cellRef), 'opening');
    else this.cursor.open(typed, 'typing');
  }

  get extent(): Extent {
    const { rows, columns } = this.store.view();
    return { rows, columns, span: figures.length };
  }

  /** Goes to a cell, with the focus. */
  visit(cellRef: CellRef): void {
    this.cursor.go(cellRef);
    this.visits.set(this.visits.get() + 1);
  }

  /** What a cell is called. */
  name(cellRef: CellRef): string {
    const view = this.store.view();
    const provider = view.provider(cellRef.row);
    const { date, figure } = view.field(cellRef);
    return words.grid.cell(provider ? nameOf(provider) : '', dayName(date), figure);
  }

  /** The text of a cell, as it is shown and copied. */
  text({ row, column }: CellRef): string {
    const { edit, seconds } = this.store.cell(row, column);
    if (edit && 'text' in edit.entry) return edit.entry.text;
    return hoursText(seconds ?? 0);
  }

  /** Takes what was typed into a cell. A text that is no figure stays there and waits to be corrected. */
  type(cellRef: CellRef, text: string): void {
    const { row, column } = cellRef;
    const typed = parseHours(text, this.store.cell(row, column).stored);
    const entry: Entry = 'seconds' in typed ? typed : { text, problem: typed.problem };
    this.store.stage([[row, column, entry]]);
    this.said.set(
      'seconds' in typed
        ? words.said.set(this.name(cellRef), hoursText(typed.seconds))
        : words.said.wrong(this.name(cellRef), words.problems[typed.problem]),
    );
  }

  /** Closes the open cell and takes what stands in it; opened and left as it was, nothing is staged. */
  commit(text: string): void {
    const { at, editing } = this.cursor.state();
    if (!editing) return;
    this.cursor.close();
    if (editing.by === 'typing' || text !== editing.text) this.type(at, text);
  }

  /** A blank cell is an explicit 0 (DECISIONS 24). */
  clear(): void {
    if (this.#refuses()) return;
    const entries = [...cellsOf(this.cursor.block)].map(({ row, column }) => [row, column, { seconds: 0 }] as const);
    this.said.set(words.said.cleared(this.store.stage(entries)));
  }

  revert(cellRef: CellRef): void {
    this.store.revert([[cellRef.row, cellRef.column]]);
    this.said.set(words.said.reverted(this.name(cellRef), this.text(cellRef)));
  }

  fill(direction: 'down' | 'right'): void {
    if (this.#refuses()) return;
    const entries = fillings(this.cursor.block, direction, figures.length).flatMap(({ to, from }) => {
      const { seconds } = this.store.cell(from.row, from.column);
      return seconds === undefined ? [] : [[to.row, to.column, { seconds }] as const];
    });
    this.said.set(words.said.filled(this.store.stage(entries)));
  }

  copied(): string {
    const { left, right, top, bottom } = this.cursor.block;
    const lines = Array.from({ length: bottom - top + 1 }, (_, down) =>
      Array.from({ length: right - left + 1 }, (__, across) => this.text({ row: top + down, column: left + across })),
    );
    this.said.set(words.said.copied(lines.length * (lines[0]?.length ?? 0)));
    return writeTsv(lines);
  }

  paste(text: string): void {
    if (this.#refuses()) return;
    const lines = parseTsv(text);
    const pasted = pasteInto(lines, this.cursor.block, this.extent, ({ row, column }) =>
      this.store.view().stored({ row, column }),
    );
    const changed = this.store.stage(pasted.entries);
    this.pasted.set(pasted.rejected.length + pasted.outside > 0 ? { ...pasted, changed } : null);
    this.said.set(words.said.pasted(changed));
    const selected = pastedBlock(lines, this.cursor.block, this.extent);
    if (selected) this.cursor.select(selected.to, selected.from);
  }

  /** Stages "no override" for the days shown, whatever their originals are when it is saved (DECISIONS 24). */
  resetRange(row: number): void {
    this.#reset(row, { from: 0, to: this.extent.columns - 1 });
  }

  /** The same for the day and the provider of the cursor. */
  resetDay(): void {
    const { row, column } = this.cursor.state().at;
    if (column >= 0) this.#reset(row, { from: column, to: column });
  }

  #reset(row: number, { from, to }: { from: number; to: number }): void {
    if (this.#refuses()) return;
    const first = row - (row % figures.length);
    const provider = this.store.view().provider(row);
    const cellRefs = cellsOf({ top: first, left: from, bottom: first + figures.length - 1, right: to });
    const count = this.store.stage(
      [...cellRefs].map((cellRef) => [cellRef.row, cellRef.column, { clear: true }] as const),
    );
    this.said.set(words.said.reset(provider ? nameOf(provider) : '', count));
  }

  undo(): void {
    this.#tell(this.store.undo(), words.said.undone, words.said.nothingToUndo);
  }

  redo(): void {
    this.#tell(this.store.redo(), words.said.redone, words.said.nothingToRedo);
  }

  /** Says what a step changed, and goes to where that is seen. */
  #tell(step: Step | undefined, text: (count: number) => string, nothing: string): void {
    const first = step?.[0];
    if (!step || !first) {
      this.said.set(nothing);
      return;
    }
    const view = this.store.view();
    const cellRef = step.map(({ key }) => view.cellRef(key)).find((found) => found !== undefined);
    const field = fieldOf(first.key);
    const where = cellRef ? this.name(cellRef) : field && cellName(field, view.loaded.hours.providers);
    if (cellRef) this.visit(cellRef);
    this.said.set([text(step.length), where, !cellRef && words.said.elsewhere].filter(Boolean).join(', '));
  }

  /** What a hint says of a cell, line by line; empty where the cell speaks for itself. */
  hints({ row, column }: CellRef): string[] {
    const { edit, stored, modified, inConflict } = this.store.cell(row, column);
    const problem =
      edit && 'text' in edit.entry ? words.grid.wrong(edit.entry.text, words.problems[edit.entry.problem]) : '';
    const differs = modified || shownOf(stored) !== stored.original;
    return [
      problem,
      edit?.refusal ?? '',
      differs ? words.grid.original(hoursText(stored.original)) : '',
      edit ? words.grid.unsaved : '',
      inConflict ? words.grid.inConflict : '',
    ].filter((line) => line !== '');
  }
}
