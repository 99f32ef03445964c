import { type Day, days, hoursText, shortDayName, type TimePart, timeParts } from 'shared-api/contracts';
import { CopyIcon, color, radius, StatusBadge, styled, VisuallyHidden } from 'shared-ui';
import { Button } from 'shared-ui/mui';
import { CheckboxField } from 'shared-ui/choices';
import { type Dispatch, type ReactNode, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { GridCursor } from '../grid/grid-cursor';
import { messages } from '../messages';
import { isChanged } from './changes';
import type { Editing } from './cursor';
import { hasHours, hasLunch, shortTimes, textsOf } from './day-text';
import { sentenceOf } from './DayCell';
import { DayEditor } from './DayEditor';
import type { Action, Draft } from './draft';
import type { GridActions } from './grid-actions';
import { nameOf } from './names';
import { onDay, problemsOfRow } from './problems';
import { followsOffice, isOffice, officeOf, type Row, rowOf } from './rows';
import { differingParts, minutesOf } from './summary';
import { actionsOf } from './use-grid';

const text = messages.weeklyHours;

const Head = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '4px 12px',
  minHeight: 44,
});

const List = styled('ul')({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  border: `1px solid ${color.line}`,
  borderRadius: radius.panel,
  backgroundColor: color.surface,
  overflow: 'hidden',
  '& > li + li': { borderTop: `1px solid ${color.line}` },
  '& > li[data-open]': { backgroundColor: color.subtle },
});

const Open = styled('button')({
  display: 'grid',
  gridTemplateColumns: '44px minmax(0, 1fr) auto',
  alignItems: 'center',
  gap: '0 8px',
  width: '100%',
  minHeight: 56,
  margin: 0,
  padding: '6px 12px',
  border: 0,
  background: 'none',
  color: 'inherit',
  textAlign: 'left',
  cursor: 'pointer',
  scrollMargin: '72px 0 104px',
  '&:focus-visible': { outline: `2px solid ${color.focus}`, outlineOffset: -2 },
  '&[aria-disabled=true]': { cursor: 'default' },
  '[data-line]': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '0 6px' },
  '[data-lunch]': { fontSize: 13, lineHeight: '18px', color: color.inkSecond },
  '[data-quiet]': { color: color.inkSecond },
  // As wide as a thumb, so that a tap on a time opens that time.
  '[data-part]': { padding: '3px 2px' },
  '[data-differs]': { color: color.attention, fontWeight: 600 },
  '[data-invalid]': { color: color.danger, textDecoration: 'underline wavy 1px', textUnderlineOffset: 3 },
  '@media (forced-colors: active)': { '[data-differs]': { textDecoration: 'underline' } },
});

const Strong = styled('span')({ fontWeight: 600, fontVariantNumeric: 'tabular-nums' });

const Wrong = styled('div')({ padding: '0 12px 10px', fontSize: 13, lineHeight: '18px', color: color.danger });

/** The actions of the grid, for the one row that is shown. */
function useWeekActions(list: RefObject<HTMLElement | null>, options: Parameters<typeof actionsOf>[2]['current']) {
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });
  const [cursor] = useState(() => new GridCursor());
  return useMemo((): GridActions => {
    const grid = actionsOf(list, cursor, latest);
    return {
      ...grid,
      // The day stays open. If it closed as soon as it loses the focus, what is below would move from under the finger.
      blur: () => undefined,
      /** The key of a phone's keyboard is named Next: it goes through the fields of the day. */
      commit(from, step) {
        const part = timeParts[timeParts.indexOf(from.part) + step];
        if (part) grid.open({ ...from, part });
        else grid.close({ id: from.id, column: from.day });
      },
    };
  }, [list, cursor]);
}

export interface ProviderWeekProps {
  draft: Draft;
  row: Row;
  dispatch: Dispatch<Action>;
  /** True if the person may not change hours. */
  readOnly: boolean;
  editing: Editing | null;
  setEditing: (change: (now: Editing | null) => Editing | null) => void;
  onCopyDay: GridActions['copyDay'];
  onCopyWeek: (id: number) => void;
}

/** The week of the office or of one provider on a phone, as seven rows. A tap opens a day below its row. */
export function ProviderWeek(props: ProviderWeekProps): ReactNode {
  const { draft, row, dispatch, readOnly, editing, setEditing, onCopyDay, onCopyWeek } = props;
  const id = row.provider_id;
  const name = nameOf(row);
  const list = useRef<HTMLUListElement>(null);
  const rows = useMemo(() => [row], [row]);
  const grid = useWeekActions(list, { rows, dispatch, setEditing, onCopyDay, onMenu: () => undefined });
  const before = rowOf(draft.base.records, id) ?? row;
  const office = officeOf(draft.rows);
  const problems = problemsOfRow(row, draft.refusals);
  const following = followsOffice(row);
  const minutes = minutesOf(row);
  const undecided = (draft.merge?.conflicts ?? []).filter((conflict) => conflict.id === id && conflict.choice === null);
  const openDay = editing?.id === id ? editing.day : null;

  const dayRow = (day: Day): ReactNode => {
    const texts = textsOf(row, day);
    const short = shortTimes(texts);
    const wrong = onDay(problems, day);
    const differing = differingParts(row, office, day);
    const changed = isChanged(before, row, day);
    const inConflict = undecided.some(({ field }) => field === 'hours-of' || field.startsWith(day));
    const isOpen = openDay === day;
    const part = (of: TimePart): ReactNode => (
      <span
        data-part={of}
        data-differs={differing.includes(of) || undefined}
        data-invalid={wrong.some(({ field }) => field === `${day}_${of}`) || undefined}
      >
        {short[of] || '…'}
      </span>
    );
    const kind = isOffice(row) ? 'office' : following ? 'follows' : 'own';
    return (
      <li key={day} data-open={isOpen || undefined}>
        <Open
          type="button"
          data-cell={`${id}:${day}`}
          aria-expanded={isOpen}
          aria-disabled={readOnly || undefined}
          onClick={({ target }) => {
            if (readOnly) return;
            const of = (target as Element).closest<HTMLElement>('[data-part]')?.dataset['part'] as TimePart | undefined;
            if (isOpen && of === undefined) setEditing(() => null);
            else grid.open({ id, day, part: of ?? 'beg' });
          }}
        >
          <VisuallyHidden>
            {sentenceOf({
              ...texts,
              ...{ day, name, kind, differing, changed, inConflict },
              minutes: minutes.byDay[day],
            })}
          </VisuallyHidden>
          <Strong aria-hidden>{shortDayName(day)}</Strong>
          <span aria-hidden>
            <span data-line="">
              {hasHours(texts) ? (
                <span>
                  {part('beg')} – {part('end')}
                </span>
              ) : (
                <span data-quiet="" data-differs={differing.length > 0 || undefined}>
                  {isOffice(row) ? text.grid.closed : text.grid.off}
                </span>
              )}
              {inConflict ? (
                <StatusBadge tone="information">{text.grid.inConflict}</StatusBadge>
              ) : (
                changed && <StatusBadge tone="attention">{text.phone.unsaved}</StatusBadge>
              )}
            </span>
            {(hasHours(texts) || hasLunch(texts)) && (
              <span data-line="" data-lunch="">
                {hasLunch(texts) ? (
                  <span>
                    {text.grid.lunch} {part('l_beg')} – {part('l_end')}
                  </span>
                ) : (
                  text.grid.noLunch
                )}
              </span>
            )}
          </span>
          <Strong aria-hidden>{hasHours(texts) && hoursText(minutes.byDay[day])}</Strong>
        </Open>
        {!isOpen && wrong.length > 0 && <Wrong>{wrong.map(({ message }) => `${message}.`).join(' ')}</Wrong>}
        {isOpen && editing && (
          <DayEditor inline refusals={draft.refusals} {...{ row, before, office, editing, grid }} />
        )}
      </li>
    );
  };

  return (
    <div>
      <Head>
        {isOffice(row) ? (
          <span>{text.grid.followers(draft.rows.filter(followsOffice).length)}</span>
        ) : (
          <CheckboxField
            label={text.grid.follow}
            aria-label={text.grid.followOf(name)}
            aria-disabled={readOnly || undefined}
            checked={following}
            modified={following !== followsOffice(before)}
            onChange={(_, on) => dispatch({ type: 'follow', id, on })}
          />
        )}
        {!readOnly && (
          <Button variant="text" startIcon={<CopyIcon size={14} />} onClick={() => onCopyWeek(id)}>
            {text.phone.copyWeek}
          </Button>
        )}
      </Head>
      <List ref={list} aria-label={text.phone.weekOf(name)}>
        {days.map(dayRow)}
      </List>
    </div>
  );
}
