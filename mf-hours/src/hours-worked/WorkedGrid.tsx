import { weekdayOf } from 'shared-api/contracts';
import { VisuallyHidden } from 'shared-ui';
import {
  type ClipboardEvent,
  type CSSProperties,
  type ReactNode,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { createStore } from 'zustand/vanilla';
import { CellHint } from './CellHint';
import { figures } from './cells';
import { fixedWidth, indexesOf, stickyWidth, todayScroll } from './geometry';
import { type DayColumn, GridContext } from './grid-context';
import type { GridCommands } from './grid-commands';
import { onGridKey } from './grid-keys';
import { Frame } from './grid-style';
import { GridFoot } from './GridFoot';
import { GridHead } from './GridHead';
import { messages } from './messages';
import { ProviderRows } from './ProviderRows';
import type { CellRef } from '../grid/selection';
import { cellRefAt, type NextFocus, usePointer } from './use-pointer';
import { useWindow } from './use-window';

/** Ranges with more days don't fit a printed page at the usual font size. */
const MANY_DAYS = 14;

export interface WorkedGridProps {
  commands: GridCommands;
  onSave: () => void;
}

/**
 * The hours of every provider per day, as a spreadsheet. The grid is one tab stop and renders only the rows and days in
 * view (docs/decisions/0020).
 */
export function WorkedGrid({ commands, onSave }: WorkedGridProps): ReactNode {
  const { store, cursor } = commands;
  const view = useSyncExternalStore(store.subscribe, store.view);
  const { at, editing } = useSyncExternalStore(cursor.subscribe, cursor.state);
  const { dates, providers, today } = view.loaded.hours;
  const visits = useSyncExternalStore(commands.focusRequests.subscribe, commands.focusRequests.getState);
  const locked = useSyncExternalStore(commands.lockReason.subscribe, commands.lockReason.getState);
  const visited = useRef(visits);
  const frame = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLSpanElement>(null);
  const help = useId();
  const [hovered] = useState(() => createStore<CellRef | null>(() => null));
  const [focused] = useState(() => createStore<CellRef | null>(() => null));
  /** Whether the cursor's cell takes the focus after the next render, and whether that was by a press. */
  const focus = useRef<NextFocus>(null);

  const { sizes, width, page, onScroll, ...drawn } = useWindow(frame, providers.length, dates.length);
  const sticky = stickyWidth(sizes);
  const fixed = fixedWidth(sizes);
  const openText = (): string => frame.current?.querySelector<HTMLInputElement>('[data-editor]')?.value ?? '';
  const pointer = usePointer(commands, openText, hovered, focus);

  // The list keeps its identity while the cursor moves in view, so that rows do not rerender.
  const columns = indexesOf(drawn.days, at.column, dates.length).join();
  const days = useMemo(
    () =>
      columns.split(',').flatMap((index): DayColumn[] => {
        const column = Number(index);
        const date = dates[column];
        if (index === '' || date === undefined) return [];
        const weekend = weekdayOf(date) % 6 === 0;
        return [
          {
            column,
            date,
            left: fixed + column * sizes.day,
            kind: date === today ? 'today' : weekend ? 'weekend' : undefined,
          },
        ];
      }),
    [columns, dates, fixed, sizes.day, today],
  );
  const rows = indexesOf(drawn.providers, Math.floor(at.row / figures.length), providers.length);
  const variables = {
    '--day': `${sizes.day}px`,
    '--sticky': `${sticky}px`,
    '--head': `${sizes.head}px`,
  } as CSSProperties;
  const parts = useMemo(() => ({ commands, sizes }), [commands, sizes]);

  useLayoutEffect(() => {
    commands.closeMoved();
    cursor.keepWithin({ rows: view.rows, columns: view.columns });
  }, [commands, cursor, view]);

  // A range that includes today opens scrolled to today.
  const { start } = view.loaded.hours.date_range;
  const todayAt = today === undefined ? -1 : dates.indexOf(today);
  const opened = useRef('');
  useLayoutEffect(() => {
    const element = frame.current;
    const range = `${start} ${dates.length}`;
    // Sizes measured for another width would scroll past today.
    const isMeasured = element !== null && width > 0 && width === element.clientWidth;
    if (!isMeasured || todayAt < 0 || opened.current === range) return;
    opened.current = range;
    element.scrollLeft = todayScroll(todayAt, sizes, element.clientWidth - sticky);
    cursor.go({ row: cursor.state().at.row, column: todayAt });
  }, [start, dates.length, todayAt, width, sizes, sticky, cursor]);

  // Moves the focus with the cursor, and scrolls its cell out from under the sticky parts.
  useLayoutEffect(() => {
    const element = frame.current;
    if (
      !element ||
      editing ||
      !(focus.current || visited.current !== visits || element.contains(document.activeElement))
    )
      return;
    // A pressed cell stays under the pointer, or the second press of a double click would meet another one.
    const isPressed = focus.current === 'by press';
    focus.current = null;
    visited.current = visits;
    const row = at.column < 0 ? at.row - (at.row % figures.length) : at.row;
    const cell = element.querySelector<HTMLElement>(`[data-cell="${row}:${at.column}"]`);
    cell?.focus({ preventScroll: true });
    // Scrolls both the grid and the page, by the cell's scroll margins.
    if (!isPressed && element.clientHeight > 0) cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [at, editing, visits]);

  const onLeave = (): void => frame.current?.focus({ preventScroll: true });

  const copy = (event: ClipboardEvent): boolean => {
    if (editing || at.column < 0) return false;
    event.clipboardData.setData('text/plain', commands.copy());
    event.preventDefault();
    return true;
  };

  return (
    <GridContext.Provider value={parts}>
      <Frame
        ref={frame}
        role="grid"
        tabIndex={-1}
        style={variables}
        aria-label={messages.grid.label}
        aria-describedby={help}
        aria-multiselectable
        aria-readonly={locked !== null || undefined}
        aria-rowcount={view.rows + 1 + figures.length}
        aria-colcount={dates.length + 4}
        data-narrow={sizes.totalsScroll ? '' : undefined}
        data-days={dates.length > MANY_DAYS ? 'many' : undefined}
        onScroll={onScroll}
        onKeyDown={(event) => {
          if (event.key === 'Tab' && event.target === event.currentTarget) {
            // After Escape. The browser goes on from the end of the grid, or Tab would enter the grid again.
            if (!event.shiftKey) end.current?.focus({ preventScroll: true });
            return;
          }
          // During keyboard use, the hint belongs to the cursor's cell, not to the hovered cell.
          if (hovered.getState()) hovered.setState(null);
          const wasOpen = cursor.state().editing !== null;
          onGridKey(event, { commands, page, onSave, onLeave }, openText());
          // The focused input disappears with the open cell. A press that moved no cursor ends here.
          focus.current = wasOpen && !cursor.state().editing ? 'by key' : null;
        }}
        onFocus={({ target }) => {
          const cellRef = cellRefAt(target);
          focused.setState(cellRef ?? null, true);
          // A screen reader may focus any cell.
          if (cellRef && !editing && !isSame(cellRef, at)) cursor.go(cellRef);
        }}
        onBlur={({ target }) => {
          focused.setState(null);
          if (target instanceof HTMLInputElement) commands.commit(target.value);
        }}
        onCopy={(event) => copy(event)}
        onCut={(event) => {
          if (copy(event)) commands.clear();
        }}
        onPaste={(event) => {
          if (editing || at.column < 0) return;
          event.preventDefault();
          commands.paste(event.clipboardData.getData('text/plain'));
        }}
        {...pointer}
      >
        <div data-content="" style={{ width: fixed + dates.length * sizes.day }}>
          <div data-snaps="" aria-hidden>
            {[
              ...(sizes.totalsScroll ? [sticky, sticky + sizes.day] : []),
              ...dates.map((_, at) => fixed + at * sizes.day),
            ].map((left) => (
              <span key={left} style={{ left }} />
            ))}
          </div>
          <GridHead days={days} />
          <div data-body="" role="rowgroup" style={{ height: view.rows * sizes.row }}>
            {rows.map((index) => {
              const provider = providers[index];
              return provider && <ProviderRows key={provider.provider_id} {...{ index, provider, days }} />;
            })}
          </div>
          <GridFoot days={days} rows={view.rows} />
        </div>
      </Frame>
      <span ref={end} tabIndex={-1} />
      <VisuallyHidden id={help}>{messages.grid.help}</VisuallyHidden>
      <CellHint commands={commands} frame={frame} hovered={hovered} focused={focused} />
    </GridContext.Provider>
  );
}

/** The provider's header cell spans both of its rows. */
const isSame = (cellRef: CellRef, { row, column }: CellRef): boolean =>
  cellRef.column === column && cellRef.row === (column < 0 ? row - (row % figures.length) : row);
