import { weekdayOf } from 'shared-api/contracts';
import { VisuallyHidden } from 'shared-ui';
import {
  type CSSProperties,
  type ReactNode,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react';
import { CellHint } from './CellHint';
import { figures } from './cells';
import { fixedWidth, indexesOf, type Sizes, stickyWidth } from './geometry';
import { type DayColumn, GridContext } from './grid-context';
import type { GridCommands } from './grid-commands';
import { Frame } from './grid-style';
import { GridFoot } from './GridFoot';
import { GridHead } from './GridHead';
import { messages } from './messages';
import { ProviderRows } from './ProviderRows';
import { type FocusTrigger, useCursorFocus } from './use-cursor-focus';
import { useGridHandlers } from './use-grid-handlers';
import { useScrollToToday } from './use-scroll-to-today';
import { useWindow } from './use-window';

/** Ranges with more days don't fit a printed page at the usual font size. */
const MANY_DAYS = 14;

/** The columns of the days. The list keeps its identity while the cursor moves in view, so that rows do not rerender. */
function useDayColumns(
  { dates, today }: { dates: readonly string[]; today?: string | undefined },
  columns: readonly number[],
  sizes: Sizes,
): DayColumn[] {
  const rendered = columns.join();
  return useMemo(
    () =>
      rendered.split(',').flatMap((index): DayColumn[] => {
        const column = Number(index);
        const date = dates[column];
        if (index === '' || date === undefined) return [];
        const weekend = weekdayOf(date) % 6 === 0;
        return [
          {
            column,
            date,
            left: fixedWidth(sizes) + column * sizes.day,
            kind: date === today ? 'today' : weekend ? 'weekend' : undefined,
          },
        ];
      }),
    [rendered, dates, sizes, today],
  );
}

/** Where scrolling stops: at each column that isn't sticky. */
function SnapPoints({ sizes, days }: { sizes: Sizes; days: number }): ReactNode {
  const [sticky, fixed] = [stickyWidth(sizes), fixedWidth(sizes)];
  return (
    <div data-snaps="" aria-hidden>
      {[
        ...(sizes.totalsScroll ? [sticky, sticky + sizes.day] : []),
        ...Array.from({ length: days }, (_, at) => fixed + at * sizes.day),
      ].map((left) => (
        <span key={left} style={{ left }} />
      ))}
    </div>
  );
}

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
  const { at } = useSyncExternalStore(cursor.subscribe, cursor.state);
  const { dates, providers } = view.loaded.hours;
  const locked = useSyncExternalStore(commands.lockReason.subscribe, commands.lockReason.getState);
  const frame = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLSpanElement>(null);
  const help = useId();
  const focus = useRef<FocusTrigger>(null);

  const { sizes, width, page, onScroll, ...drawn } = useWindow(frame, providers.length, dates.length);
  // After Tab, the browser continues from the end of the grid. Otherwise Tab would enter the grid again.
  const onTabOut = (): void => end.current?.focus({ preventScroll: true });
  const { handlers, hovered, focused } = useGridHandlers({ commands, frame, focus, page, onSave, onTabOut });
  const days = useDayColumns(view.loaded.hours, indexesOf(drawn.days, at.column, dates.length), sizes);
  const rows = indexesOf(drawn.providers, Math.floor(at.row / figures.length), providers.length);
  const variables = {
    '--day': `${sizes.day}px`,
    '--sticky': `${stickyWidth(sizes)}px`,
    '--head': `${sizes.head}px`,
  } as CSSProperties;
  const parts = useMemo(() => ({ commands, sizes }), [commands, sizes]);

  useLayoutEffect(() => {
    commands.closeMoved();
    cursor.keepWithin({ rows: view.rows, columns: view.columns });
  }, [commands, cursor, view]);
  useScrollToToday(frame, cursor, view, { sizes, width });
  useCursorFocus(frame, commands, focus);

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
        {...handlers}
      >
        <div data-content="" style={{ width: fixedWidth(sizes) + dates.length * sizes.day }}>
          <SnapPoints sizes={sizes} days={dates.length} />
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
