/** Commands on cells: type, clear, fill, paste, reset, undo. Each announces its result. */
import { createStore } from 'zustand/vanilla';
import { type CellKey, figures, hoursText, parseCellKey, effectiveSeconds } from './cells';
import type { GridCursor } from '../grid/grid-cursor';
import type { HoursStore } from './hours-store';
import type { Step } from './history';
import { messages } from './messages';
import { cellName, dayName, nameOf } from './names';
import { type PasteResult, pasteInto } from './paste';
import { type CellRef, cellsOf, type Extent, fillCopies, pastedBlock } from '../grid/selection';
import { parseTsv, writeTsv } from '../grid/tsv';
import { understoodSeconds } from './typed-hours';

/** The result of a paste. */
export interface PasteOutcome extends PasteResult {
  changed: number;
  cleared: number;
}

export class GridCommands {
  /** The result of the last command, for screen readers. */
  readonly announcement = createStore(() => '');
  /** The last paste's result, as text next to the tools; empty after another command. */
  readonly notice = createStore(() => '');
  /** The last paste; null after it is closed, and after another command if all of its cells were pasted. */
  readonly pasteResult = createStore<PasteOutcome | null>(() => null);

  /** A cell on days that are not loaded yet. The cursor moves to it when they are. */
  readonly pendingCell = createStore<CellKey | null>(() => null);
  /** Increases when the cursor's cell should take the focus. */
  readonly focusRequests = createStore(() => 0);

  /** Why the person may not change hours; null when they may. Read-only cells can still be selected and copied. */
  readonly lockReason = createStore<string | null>(() => null);

  constructor(
    readonly store: HoursStore,
    readonly cursor: GridCursor,
  ) {}

  /** True when hours may not be changed; announces the reason. */
  #announceIfLocked(): boolean {
    const reason = this.lockReason.getState();
    if (reason !== null) this.announcement.setState(reason);
    return reason !== null;
  }

  /** Announces the result of a command other than a paste. */
  #say(text: string): void {
    this.announcement.setState(text);
    this.notice.setState('');
  }

  /** Opens a cell, with its current text or the text typed on it. */
  open(cellRef: CellRef, typed?: string): void {
    if (this.#announceIfLocked()) return;
    if (typed === undefined) this.cursor.open(this.text(cellRef), 'opening');
    else {
      this.cursor.open(typed, 'typing');
      this.store.type(cellRef, typed);
    }
  }

  get extent(): Extent {
    const { rows, columns } = this.store.view();
    return { rows, columns, span: figures.length };
  }

  /** Moves the cursor and the focus to a cell. */
  visit(cellRef: CellRef): void {
    this.cursor.go(cellRef);
    this.focusRequests.setState(this.focusRequests.getState() + 1);
  }

  /** The accessible name of a cell. */
  name(cellRef: CellRef): string {
    const view = this.store.view();
    const provider = view.provider(cellRef.row);
    const { date, figure } = view.field(cellRef);
    return messages.grid.cell(provider ? nameOf(provider) : '', dayName(date), figure);
  }

  /** The text of a cell, as it is shown and copied. */
  text({ row, column }: CellRef): string {
    const { edit, seconds } = this.store.cell(row, column);
    if (edit && 'text' in edit.entry) return edit.entry.text;
    return hoursText(seconds ?? 0);
  }

  /** Takes the text of the open cell at each key, so that it is an edit before the cell is closed. */
  type(text: string): void {
    const { at, editing } = this.cursor.state();
    if (editing) this.store.type(at, text);
  }

  /** Closes the open cell and stages what was typed, unless it is unchanged. */
  commit(text: string): void {
    const { editing } = this.cursor.state();
    if (editing && (editing.by === 'typing' || text !== editing.text)) this.type(text);
    this.#stageTyping();
    this.cursor.close();
  }

  /** Closes the open cell, from any view. Does nothing without an open cell. */
  commitOpen(): void {
    this.#stageTyping();
    this.cursor.close();
  }

  /** Closes the open cell as it was. */
  cancel(): void {
    this.store.cancelTyping();
    this.cursor.close();
  }

  /** Closes a cell that another view has moved away from the cursor. */
  closeMoved(): void {
    const key = this.store.openKey();
    const { at, editing } = this.cursor.state();
    if (editing && key !== undefined && this.store.view().key(at.row, at.column) !== key) this.commitOpen();
  }

  #stageTyping(): void {
    const key = this.store.openKey();
    const entry = this.store.stageTyping();
    if (key === undefined || entry === undefined || 'clear' in entry) return;
    const field = parseCellKey(key);
    const name = field ? cellName(field, this.store.view().loaded.hours.providers) : '';
    this.#say(
      'seconds' in entry
        ? messages.announcements.set(name, hoursText(entry.seconds))
        : messages.announcements.wrong(name, messages.problems[entry.problem]),
    );
  }

  /** A blank cell is an explicit 0 (DECISIONS 24). */
  clear(): void {
    if (this.#announceIfLocked()) return;
    const entries = [...cellsOf(this.cursor.block)].map(({ row, column }) => [row, column, { seconds: 0 }] as const);
    this.#say(messages.announcements.cleared(this.store.stage(entries)));
  }

  revert(cellRef: CellRef): void {
    this.store.revert([[cellRef.row, cellRef.column]]);
    this.#say(messages.announcements.reverted(this.name(cellRef), this.text(cellRef)));
  }

  fill(direction: 'down' | 'right'): void {
    if (this.#announceIfLocked()) return;
    const entries = fillCopies(this.cursor.block, direction, figures.length).flatMap(({ to, from }) => {
      const { seconds } = this.store.cell(from.row, from.column);
      return seconds === undefined ? [] : [[to.row, to.column, { seconds }] as const];
    });
    this.#say(messages.announcements.filled(this.store.stage(entries)));
  }

  copy(): string {
    const { left, right, top, bottom } = this.cursor.block;
    const lines = Array.from({ length: bottom - top + 1 }, (_, down) =>
      Array.from({ length: right - left + 1 }, (__, across) => this.text({ row: top + down, column: left + across })),
    );
    this.announcement.setState(messages.announcements.copied(lines.length * (lines[0]?.length ?? 0)));
    return writeTsv(lines);
  }

  paste(text: string): void {
    if (this.#announceIfLocked()) return;
    const lines = parseTsv(text);
    const pasted = pasteInto(lines, this.cursor.block, this.extent, ({ row, column }) =>
      this.store.view().stored({ row, column }),
    );
    const cleared = pasted.blank.filter(({ row, column }) => this.store.cell(row, column).seconds !== 0).length;
    const changed = this.store.stage(pasted.entries) - cleared;
    this.pasteResult.setState({ ...pasted, changed, cleared }, true);
    this.#say(messages.announcements.pasted(changed, cleared));
    this.notice.setState(messages.announcements.pasted(changed, cleared));
    const selected = pastedBlock(lines, this.cursor.block, this.extent);
    if (selected) this.cursor.select(selected.to, selected.from);
  }

  /** Stages "no override" for the days shown; their originals may change before the save (DECISIONS 24). */
  resetRange(row: number): void {
    this.#reset(row, { from: 0, to: this.extent.columns - 1 });
  }

  /** Resets the cursor's provider, for the cursor's day. */
  resetDay(): void {
    const { row, column } = this.cursor.state().at;
    if (column >= 0) this.#reset(row, { from: column, to: column });
  }

  #reset(row: number, { from, to }: { from: number; to: number }): void {
    if (this.#announceIfLocked()) return;
    const first = row - (row % figures.length);
    const provider = this.store.view().provider(row);
    const cellRefs = cellsOf({ top: first, left: from, bottom: first + figures.length - 1, right: to });
    const count = this.store.stage(
      [...cellRefs].map((cellRef) => [cellRef.row, cellRef.column, { clear: true }] as const),
    );
    this.#say(messages.announcements.reset(provider ? nameOf(provider) : '', count));
  }

  undo(): void {
    if (this.#announceIfLocked()) return;
    const { undone, restored, nothingToUndo } = messages.announcements;
    const step = this.store.undo();
    const count = this.store.status().restored;
    this.#announceStep(step, count > 0 ? () => restored(count) : undone, nothingToUndo);
  }

  redo(): void {
    if (this.#announceIfLocked()) return;
    this.#announceStep(this.store.redo(), messages.announcements.redone, messages.announcements.nothingToRedo);
  }

  /** Announces what a step changed, and moves to the first changed cell. */
  #announceStep(step: Step | undefined, text: (count: number) => string, nothing: string): void {
    const first = step?.changes[0];
    if (!step || !first) {
      this.#say(nothing);
      return;
    }
    const view = this.store.view();
    const cellRef = step.changes.map(({ key }) => view.cellRef(key)).find((found) => found !== undefined);
    const field = parseCellKey(first.key);
    const where = cellRef ? this.name(cellRef) : field && cellName(field, view.loaded.hours.providers);
    if (cellRef) this.visit(cellRef);
    this.#say(
      [text(step.changes.length), where, !cellRef && messages.announcements.elsewhere].filter(Boolean).join(', '),
    );
  }

  /** The interpretation of the open cell's text, such as `= 8.50 hours`; empty if it is obvious. */
  typingHints(): string[] {
    const open = this.store.openCell();
    const seconds = open ? understoodSeconds(open.text, open.stored) : undefined;
    return seconds === undefined ? [] : [messages.grid.understood(hoursText(seconds))];
  }

  /** The lines of a cell's hint; empty when it needs none. */
  hints(cellRef: CellRef): string[] {
    const { edit } = this.store.cell(cellRef.row, cellRef.column);
    const problem = this.problem(cellRef);
    if (problem === undefined) return this.facts(cellRef);
    const typed = edit && 'text' in edit.entry ? messages.grid.wrong(edit.entry.text, problem) : problem;
    return [typed, ...this.facts(cellRef)];
  }

  /** Why a cell can't be saved; undefined if it can. */
  problem({ row, column }: CellRef): string | undefined {
    const { edit } = this.store.cell(row, column);
    return edit && 'text' in edit.entry ? messages.problems[edit.entry.problem] : edit?.refusal;
  }

  /** How a cell differs from the computed and stored values. */
  facts({ row, column }: CellRef): string[] {
    const { edit, stored, modified, inConflict } = this.store.cell(row, column);
    const differs = modified || effectiveSeconds(stored) !== stored.original;
    return [
      differs ? messages.grid.original(hoursText(stored.original)) : '',
      edit ? messages.grid.unsaved : '',
      inConflict ? messages.grid.inConflict : '',
    ].filter((line) => line !== '');
  }
}
