import { ChevronLeftIcon, ChevronRightIcon, styled } from 'shared-ui';
import { Button, IconButton, Tooltip, Typography } from 'shared-ui/mui';
import type { ReactNode } from 'react';
import { messages } from './messages';
import { addMonths, monthName } from './month';

const text = messages.exceptions;

const Bar = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 12px',
});
const Steps = styled('div')({ display: 'flex', alignItems: 'center', gap: 4 });

export interface MonthBarProps {
  /** Null until known. */
  month: string | null;
  /** Null for the month of today. */
  onMonth: (month: string | null) => void;
}

/** The shown month, with buttons for the adjacent months. */
export function MonthBar({ month, onMonth }: MonthBarProps): ReactNode {
  const step = (count: number): void => {
    if (month !== null) onMonth(addMonths(month, count));
  };
  return (
    <Bar role="group" aria-label={text.title}>
      <Steps>
        <Tooltip title={text.previous}>
          <IconButton color="secondary" disabled={month === null} onClick={() => step(-1)}>
            <ChevronLeftIcon />
          </IconButton>
        </Tooltip>
        <Button onClick={() => onMonth(null)}>{text.today}</Button>
        <Tooltip title={text.next}>
          <IconButton color="secondary" disabled={month === null} onClick={() => step(1)}>
            <ChevronRightIcon />
          </IconButton>
        </Tooltip>
      </Steps>
      <div role="status">
        <Typography component="h2" variant="h2">
          {month === null ? '' : monthName(month)}
        </Typography>
      </div>
    </Bar>
  );
}
