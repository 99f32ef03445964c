import { type Day, hoursText, shortDayName, type TimePart } from 'shared-api/contracts';
import { color, StatusBadge, styled, VisuallyHidden } from 'shared-ui';
import type { ReactNode } from 'react';
import { messages } from '../messages';
import { isChanged } from './changes';
import type { Editing } from './cursor';
import { type DayTexts, hasHours, hasLunch, shortTimes, textsOf } from './day-text';
import { sentenceOf } from './DayCell';
import { DayEditor } from './DayEditor';
import type { GridActions } from './grid-actions';
import type { FieldConflict } from './merge';
import { nameOf } from './names';
import { problemsOfDay, type Problem, type ServerProblem } from './problems';
import { followsOffice, isOffice, type Row } from './rows';
import { differingParts, minutesOf } from './summary';

const text = messages.weeklyHours;

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
  // Aligns the first time with the line below it.
  '[data-line]:not([data-lunch]) [data-part=beg]': { marginLeft: -2 },
  '[data-differs]': { color: color.attention, fontWeight: 600 },
  '[data-invalid]': { color: color.danger, textDecoration: 'underline wavy 1px', textUnderlineOffset: 3 },
  '@media (forced-colors: active)': { '[data-differs]': { textDecoration: 'underline' } },
});

const Strong = styled('span')({ fontWeight: 600, fontVariantNumeric: 'tabular-nums' });

const Wrong = styled('div')({ padding: '0 12px 10px', fontSize: 13, lineHeight: '18px', color: color.danger });

/** A row with notes about its days. */
export interface ShownWeek {
  row: Row;
  /** The row as loaded. */
  before: Row;
  office: Row;
  problems: readonly Problem[];
  refusals: readonly ServerProblem[];
  /** Conflicts without a choice yet. */
  conflicts: readonly FieldConflict[];
}

export interface ProviderDayProps {
  week: ShownWeek;
  day: Day;
  /** True if the person may not change hours. */
  readOnly: boolean;
  /** The open field of this day; null while the day is closed. */
  editing: Editing | null;
  grid: GridActions;
  onClose: () => void;
}

/** One day of the week. A tap on a time opens that time, and a tap outside the times closes the day. */
export function ProviderDay({ week, day, readOnly, editing, grid, onClose }: ProviderDayProps): ReactNode {
  const { row, before, office, problems, refusals, conflicts } = week;
  const id = row.provider_id;
  const texts = textsOf(row, day);
  const minutes = minutesOf(row).byDay[day];
  const wrong = problemsOfDay(problems, day);
  const facts = {
    kind: isOffice(row) ? 'office' : followsOffice(row) ? 'follows' : 'own',
    differing: differingParts(row, office, day),
    changed: isChanged(before, row, day),
    inConflict: conflicts.some(({ field }) => field === 'hours-of' || field.startsWith(day)),
  } as const;
  return (
    <li data-open={editing !== null || undefined}>
      <Open
        type="button"
        data-cell={`${id}:${day}`}
        aria-expanded={editing !== null}
        aria-disabled={readOnly || undefined}
        onClick={({ target }) => {
          if (readOnly) return;
          const of = (target as Element).closest<HTMLElement>('[data-part]')?.dataset['part'] as TimePart | undefined;
          if (editing && of === undefined) onClose();
          else grid.open({ id, day, part: of ?? 'beg' });
        }}
      >
        <VisuallyHidden>{sentenceOf({ ...texts, ...facts, day, name: nameOf(row), minutes })}</VisuallyHidden>
        <Strong aria-hidden>{shortDayName(day)}</Strong>
        <DayTimes {...{ day, texts, wrong }} {...facts} />
        <Strong aria-hidden>{hasHours(texts) && hoursText(minutes)}</Strong>
      </Open>
      {!editing && wrong.length > 0 && <Wrong>{wrong.map(({ message }) => `${message}.`).join(' ')}</Wrong>}
      {editing && <DayEditor inline {...{ row, before, office, refusals, editing, grid }} />}
    </li>
  );
}

interface DayTimesProps {
  day: Day;
  texts: DayTexts;
  wrong: readonly Problem[];
  kind: 'office' | 'follows' | 'own';
  differing: readonly TimePart[];
  changed: boolean;
  inConflict: boolean;
}

/** A day's hours and lunch, for sighted users. */
function DayTimes({ day, texts, wrong, kind, differing, changed, inConflict }: DayTimesProps): ReactNode {
  const short = shortTimes(texts);
  const part = (of: TimePart): ReactNode => (
    <span
      data-part={of}
      data-differs={differing.includes(of) || undefined}
      data-invalid={wrong.some(({ field }) => field === `${day}_${of}`) || undefined}
    >
      {short[of] || '…'}
    </span>
  );
  return (
    <span aria-hidden>
      <span data-line="">
        {hasHours(texts) ? (
          <span>
            {part('beg')} – {part('end')}
          </span>
        ) : (
          <span data-quiet="" data-differs={differing.length > 0 || undefined}>
            {kind === 'office' ? text.grid.closed : text.grid.off}
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
  );
}
