import { countedHours, type ProviderHours } from 'shared-api/contracts';
import { color, radius, styled, VisuallyHidden } from 'shared-ui';
import { Typography } from 'shared-ui/mui';
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { effectiveSeconds, figures, hoursText } from './cells';
import { dayColumns, DayRow } from './DayRow';
import type { GridCommands } from './grid-commands';
import type { HoursStore } from './hours-store';
import { messages } from './messages';
import { dayName } from './names';
import { progressOf, ratingOf, ratingText } from './rating';
import type { RangeView } from './range-view';
import { UtilizationBadge } from './UtilizationBadge';

const Frame = styled('div')({
  containerType: 'inline-size',
  border: `1px solid ${color.line}`,
  borderRadius: radius.panel,
  backgroundColor: color.surface,
  overflow: 'hidden',
  fontVariantNumeric: 'tabular-nums',
});

const Head = styled('div')({
  ...dayColumns,
  padding: '6px 12px',
  fontWeight: 550,
  color: color.inkSecond,
  '& > span': { fontSize: 12, lineHeight: '16px' },
  '& > :not(:first-of-type)': { textAlign: 'right', paddingRight: 8 },
});

const List = styled('ul')({ listStyle: 'none', margin: 0, padding: 0 });

const Total = styled('div')({
  ...dayColumns,
  padding: '8px 12px',
  borderTop: `1px solid ${color.line}`,
  backgroundColor: color.subtle,
  fontWeight: 600,
  '& > :not(:first-of-type)': { textAlign: 'right', paddingRight: 8 },
});

const Utilization = styled('span')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2px 8px' });

/** The day's hours of all providers, with unsaved changes. */
function DayTotal({ store, column }: { store: HoursStore; column: number }): ReactNode {
  useSyncExternalStore(store.subscribe, store.status);
  const { dates, providers, today } = store.view().loaded.hours;
  const date = dates[column] ?? '';
  const seconds = (row: number): number => {
    const { seconds: shown, stored } = store.cell(row, column);
    return shown ?? effectiveSeconds(stored);
  };
  const hours = providers.map((_, index) => ({
    available: seconds(index * figures.length),
    worked: seconds(index * figures.length + 1),
  }));
  // Absent providers are included everywhere.
  const counted = countedHours(hours.filter(({ available, worked }) => available + worked > 0));
  const { available, worked, leftOut } = counted;
  const rating = ratingOf(counted, counted, progressOf([{ date, available, worked }], today));
  return (
    <>
      <Total>
        <span>
          <span>{messages.grid.all}</span>
          {available > 0 && (
            <Utilization>
              <span>{ratingText(rating)}</span>
              <UtilizationBadge rating={rating} />
            </Utilization>
          )}
        </span>
        <Figure figure="available" seconds={available} />
        <Figure figure="worked" seconds={worked} />
      </Total>
      {leftOut.providers > 0 && (
        <Typography
          variant="body2"
          color="textSecondary"
          style={{ padding: '0 12px 8px' }}
          sx={{ bgcolor: color.subtle }}
        >
          {messages.summary.leftOut(leftOut.providers, hoursText(leftOut.worked))}
        </Typography>
      )}
    </>
  );
}

function Figure({ figure, seconds }: { figure: (typeof figures)[number]; seconds: number }): ReactNode {
  return (
    <span>
      <VisuallyHidden>{messages.figures[figure]}: </VisuallyHidden>
      {hoursText(seconds)}
    </span>
  );
}

interface ListedProvider {
  provider: ProviderHours;
  /** Its position in the range. */
  index: number;
}

/** The providers of a day, scheduled ones first. The order doesn't change while hours are edited. */
export function providersOfDay({ loaded: { hours } }: RangeView, date: string): ListedProvider[] {
  const listed = hours.providers.map((provider, index) => ({ provider, index }));
  const isIn = ({ provider }: ListedProvider): boolean => {
    const day = provider.hours[date];
    return day !== undefined && day.available_hours + day.worked_hours > 0;
  };
  return [...listed.filter(isIn), ...listed.filter((each) => !isIn(each))];
}

export interface DayListProps {
  commands: GridCommands;
  /** The day shown, one of the range. */
  day: string;
  onDay: (date: string) => void;
}

/** The hours of each provider on one day, for a phone: the cells of the grid as fields (docs/decisions/0158). */
export function DayList({ commands, day, onDay }: DayListProps): ReactNode {
  const { store, cursor } = commands;
  const view = useSyncExternalStore(store.subscribe, store.view);
  const visits = useSyncExternalStore(commands.focusRequests.subscribe, commands.focusRequests.getState);
  const visited = useRef(visits);
  const root = useRef<HTMLDivElement>(null);
  const { dates } = view.loaded.hours;
  const column = dates.indexOf(day);
  const listed = useMemo(() => providersOfDay(view, day), [view, day]);

  useLayoutEffect(() => {
    commands.closeMoved();
    cursor.keepWithin({ rows: view.rows, columns: view.columns });
  }, [commands, cursor, view]);
  useEffect(() => () => commands.commitOpen(), [commands]);

  // Shows the cell that a command targets, on any day. Only an error focuses its field, because the keyboard would
  // cover the hours.
  useLayoutEffect(() => {
    if (visited.current === visits) return;
    const { at } = cursor.state();
    const date = dates[at.column];
    if (date !== undefined && date !== day) {
      onDay(date);
      return;
    }
    visited.current = visits;
    const field = root.current?.querySelector<HTMLElement>(`[data-cell="${at.row}:${at.column}"]`);
    const shown = field?.getAttribute('aria-invalid') === 'true' ? field : field?.closest('li');
    shown?.focus({ preventScroll: true });
    if (root.current?.clientHeight) shown?.scrollIntoView({ block: 'center' });
  }, [visits, cursor, dates, day, onDay]);

  const onNext = useMemo(
    () =>
      (row: number): void => {
        const at = listed.findIndex(({ index }) => index === Math.floor(row / figures.length));
        const next = listed[at + 1];
        const target = next && next.index * figures.length + (row % figures.length);
        const field = root.current?.querySelector<HTMLElement>(`[data-cell="${target}:${column}"]`);
        if (field) field.focus();
        else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      },
    [listed, column],
  );

  if (column < 0) return null;
  return (
    <div ref={root} role="group" aria-label={messages.day.label(dayName(day))}>
      <Frame>
        <Head aria-hidden>
          <span>{messages.grid.provider}</span>
          <span>{messages.figures.available}</span>
          <span>{messages.figures.worked}</span>
        </Head>
        <DayTotal store={store} column={column} />
        <List>
          {listed.map(({ provider, index }) => (
            <DayRow key={`${provider.provider_id} ${day}`} {...{ commands, index, column, provider, onNext }} />
          ))}
        </List>
      </Frame>
    </div>
  );
}
