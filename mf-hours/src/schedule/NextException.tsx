import { Button, Typography } from 'shared-ui/mui';
import type { ReactNode } from 'react';
import { useListExceptionsQuery } from '../api';
import { datesText, exceptionText, type Names } from './exception-text';
import { messages } from './messages';
import { daysAfter, monthOf } from './month';
import type { ExceptionsOfMonth } from './use-exceptions';

const text = messages.exceptions;

export interface NextExceptionProps {
  practiceId: number;
  loaded: ExceptionsOfMonth;
  names: Names;
  onMonth: (month: string) => void;
}

/** The first exception after the shown month, with a link to its month. */
export function NextException({ practiceId, loaded, names, onMonth }: NextExceptionProps): ReactNode {
  const { month, today, bounds } = loaded;
  const days = daysAfter(month, today, bounds);
  const range = { practice: practiceId, start: days?.start ?? '', end: days?.end ?? '' };
  const { currentData } = useListExceptionsQuery(range, { skip: days === null, refetchOnMountOrArgChange: true });
  const exceptions = days === null ? [] : currentData;
  if (!exceptions) return null;
  const [next] = exceptions;
  if (!next) return <Typography color="textSecondary">{text.noneLater}</Typography>;
  const opened = days && next.start_date < days.start ? days.start : next.start_date;
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '0 4px' }}>
      <Typography component="span" color="textSecondary">
        {text.following}
      </Typography>
      <Button variant="text" style={{ textAlign: 'left' }} onClick={() => onMonth(monthOf(opened))}>
        {text.followingOf(datesText(next), exceptionText(next, names))}
      </Button>
    </div>
  );
}
