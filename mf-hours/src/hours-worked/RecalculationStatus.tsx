import type { Recalculation } from 'shared-api/contracts';
import { color, formatInstant, Notice, styled, Text } from 'shared-ui';
import type { ReactNode } from 'react';
import { words } from './messages';
import { isUnderWay } from './use-recalculation';

const { recalculation } = words;

const Line = styled('div')({ display: 'flex', alignItems: 'center', gap: 12 });

const Track = styled('div')({
  flex: '0 1 240px',
  height: 6,
  borderRadius: 3,
  overflow: 'hidden',
  backgroundColor: color.neutralTint,
  '& > div': { height: '100%', backgroundColor: color.primaryFill, transition: 'width 180ms' },
});

/** How far a recalculation is, or that it failed; and that there is a reason for one. */
export function RecalculationStatus({
  job,
  weeklyChanged,
}: {
  job: Recalculation | null;
  weeklyChanged: boolean;
}): ReactNode {
  if (job && isUnderWay(job)) {
    return (
      <Line>
        <Text as="span" role="status">
          {recalculation.running(job.percent)}
        </Text>
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
  return (
    <>
      {job?.state === 'failed' && (
        <Notice tone="danger" title={recalculation.brokenTitle} live="polite">
          {[job.message, recalculation.broken].filter(Boolean).join(' ')}
        </Notice>
      )}
      {weeklyChanged && <Notice tone="information">{recalculation.weeklyChanged}</Notice>}
    </>
  );
}

/** When the hours were computed last. */
export function LastRecalculation({ job, timeZone }: { job: Recalculation | null; timeZone: string }): ReactNode {
  if (job?.state !== 'done' || job.finished_at === null) return null;
  return (
    <Text variant="secondary" tone="third">
      {recalculation.last(formatInstant(job.finished_at, timeZone), job.requested_by)}
    </Text>
  );
}
