import type { SyncDay } from 'shared-api/contracts';
import { CheckIcon, CloseIcon, color, forcedMark, formatDate, styled, VisuallyHidden } from 'shared-ui';
import { Tooltip, Typography } from 'shared-ui/mui';
import type { ReactNode } from 'react';
import { messages } from '../messages';

const List = styled('ol')({
  listStyle: 'none',
  display: 'grid',
  gridTemplateColumns: 'repeat(14, minmax(0, 24px))',
  gap: 4,
  margin: '4px 0 0',
  padding: 0,
});

/** Each status has its own shape, so that color is never the only cue. */
const Mark = styled('span')({
  display: 'grid',
  placeItems: 'center',
  position: 'relative',
  boxSizing: 'border-box',
  height: 24,
  borderRadius: 6,
  '&[data-state="synced"]': { backgroundColor: color.successTint, color: color.success },
  '&[data-state="failed"]': { backgroundColor: color.dangerTint, color: color.danger },
  '&[data-state="none"]': { border: `1px solid ${color.control}` },
  '&[data-state="unknown"]': { border: `1px dashed ${color.line}` },
});

/** A failed sync on a day whose last sync arrived. */
const FailedMark = styled('span')({
  position: 'absolute',
  left: 0,
  right: 0,
  bottom: 0,
  height: 5,
  borderRadius: '0 0 6px 6px',
  backgroundColor: color.danger,
  ...forcedMark('CanvasText'),
});

const marks: Record<SyncDay['state'], ReactNode> = {
  synced: <CheckIcon size={14} />,
  failed: <CloseIcon size={14} />,
  none: null,
  unknown: null,
};

/** One mark per day: synced, failed, none, or not recorded yet. */
export function SyncDays({ days }: { days: readonly SyncDay[] }): ReactNode {
  return (
    <div>
      <Typography variant="body2" color="textTertiary" sx={{ fontWeight: 600 }}>
        {messages.syncStatus.days.title}
      </Typography>
      <List aria-label={messages.syncStatus.days.title}>
        {days.map((day) => {
          const text = messages.syncStatus.days.day(
            formatDate(day.date),
            messages.syncStatus.days.states[day.state],
            day,
          );
          return (
            <li key={day.date}>
              <Tooltip title={text} describeChild>
                <Mark data-state={day.state}>
                  <span>{marks[day.state]}</span>
                  {day.state === 'synced' && day.failed > 0 && <FailedMark aria-hidden data-failed />}
                  <VisuallyHidden>{text}</VisuallyHidden>
                </Mark>
              </Tooltip>
            </li>
          );
        })}
      </List>
    </div>
  );
}
