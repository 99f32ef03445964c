import { ChevronLeftIcon, ChevronRightIcon, ChoiceButtons, formatDate, styled } from 'shared-ui';
import { Button, IconButton, Tooltip, Typography } from 'shared-ui/mui';
import type { ReactNode } from 'react';
import { messages } from './messages';
import { dayName } from './names';
import { rangeTypes, type Span } from './range';
import type { RangeControl } from './use-range';

const options = rangeTypes.map((value) => ({ value, label: messages.range.types[value] }));

const Bar = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 12px' });

const Steps = styled('div')({ display: 'flex', alignItems: 'center', gap: 4 });

/** `Sun Nov 15 – Sat Nov 21, 2026`. The start shows its year only if it differs from the end's. */
export function spanText({ start, end }: Span): string {
  const year = start.slice(0, 4) === end.slice(0, 4) ? '' : `, ${start.slice(0, 4)}`;
  return messages.range.span(`${dayName(start)}${year}`, `${dayName(end)}${formatDate(end).slice(-6)}`);
}

/**
 * The range type (Week, 2 Weeks or Month), the buttons to change the range, and its dates.
 *
 * @param span null until known
 */
export function RangeBar({
  control,
  span,
  bounds,
  isPhone,
}: {
  control: RangeControl;
  span: Span | null;
  /** The days that the practice's hours cover; undefined until known. */
  bounds: Span | undefined;
  /** On a phone, the menu of the page has the types. */
  isPhone: boolean;
}): ReactNode {
  const { range, setType, setOffset } = control;
  const isFirst = bounds !== undefined && span !== null && span.start <= bounds.start;
  const isLast = bounds !== undefined && span !== null && span.end >= bounds.end;
  return (
    <Bar role="group" aria-label={messages.range.bar}>
      {!isPhone && (
        <div data-screen-only="">
          <ChoiceButtons label={messages.range.label} value={range.type} options={options} onChange={setType} />
        </div>
      )}
      <Steps data-screen-only="">
        <Tooltip title={messages.range.previous[range.type]}>
          <IconButton
            color="secondary"
            disabled={isFirst}
            title={isFirst ? messages.range.before(formatDate(bounds.start)) : undefined}
            onClick={() => setOffset(range.offset - 1)}
          >
            <ChevronLeftIcon />
          </IconButton>
        </Tooltip>
        <Button onClick={() => setOffset(0)}>{messages.range.today}</Button>
        <Tooltip title={messages.range.next[range.type]}>
          <IconButton
            color="secondary"
            disabled={isLast}
            title={isLast ? messages.range.after(formatDate(bounds.end)) : undefined}
            onClick={() => setOffset(range.offset + 1)}
          >
            <ChevronRightIcon />
          </IconButton>
        </Tooltip>
      </Steps>
      <Typography component="div" role="status" style={{ minHeight: 20 }} variant="subtitle1">
        {span ? spanText(span) : ''}
      </Typography>
    </Bar>
  );
}
