import type { HoursWorked, Recalculation } from 'shared-api/contracts';
import { color, forcedTrack, formatDate, formatInstant, styled } from 'shared-ui';
import { Alert, AlertTitle, Typography } from 'shared-ui/mui';
import { type ReactNode, useEffect, useState } from 'react';
import { ageText } from './age-text';
import { messages } from './messages';
import { isUnderWay } from './use-recalculation';

const { computed, recalculation } = messages;

const Line = styled('div')({ display: 'flex', alignItems: 'center', gap: 12 });

const Track = styled('div')({
  flex: '0 1 240px',
  height: 6,
  borderRadius: 3,
  overflow: 'hidden',
  backgroundColor: color.neutralTint,
  '& > div': { height: '100%', backgroundColor: color.primaryFill, transition: 'width 180ms' },
  ...forcedTrack,
});

/** The progress of a recalculation, or its failure. */
export function RecalculationStatus({ job }: { job: Recalculation | null }): ReactNode {
  if (job && isUnderWay(job)) {
    return (
      <Line>
        <Typography component="span" role="status">
          {recalculation.running(job.percent)}
        </Typography>
        <Track
          role="progressbar"
          aria-label={recalculation.progress}
          aria-valuenow={job.percent}
          aria-valuemin={0}
          aria-valuemax={100}
        >
          <div style={{ width: `${job.percent}%` }} />
        </Track>
      </Line>
    );
  }
  if (job?.state !== 'failed') return null;
  return (
    <Alert severity="error" role="status">
      <AlertTitle>{recalculation.brokenTitle}</AlertTitle>
      <span>{[job.message, recalculation.broken].filter(Boolean).join(' ')}</span>
    </Alert>
  );
}

/**
 * The age of the figures in view or a note that they are being updated, the last recalculation, and the days that
 * Recalculate covers.
 */
export function ComputedStatus({
  hours,
  updating,
  job,
  timeZone,
}: {
  hours: HoursWorked;
  updating: boolean;
  job: Recalculation | null;
  timeZone: string;
}): ReactNode {
  const now = useNow();
  const { computed_at: computedAt, bounds } = hours;
  const sentences = [
    updating && computed.updating,
    !updating && computedAt !== undefined && ageText(computedAt, now, timeZone),
    job?.state === 'done' &&
      job.finished_at !== null &&
      recalculation.last(formatInstant(job.finished_at, timeZone), job.requested_by),
    bounds && recalculation.covers(formatDate(bounds.start), formatDate(bounds.end)),
  ];
  return (
    <div role="status">
      {sentences
        .filter((text) => typeof text === 'string')
        .map((text) => (
          <span key={text} style={{ marginRight: 12 }}>
            {text}
          </span>
        ))}
    </div>
  );
}

const CLOCK_INTERVAL_MS = 30_000;

/** The current time in epoch milliseconds, updated regularly. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), CLOCK_INTERVAL_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
