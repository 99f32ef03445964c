import { PageSkeleton } from 'shared-ui';
import { Typography } from 'shared-ui/mui';
import type { ReactNode } from 'react';
import { messages } from '../messages';

/** Placeholder for the grid while the hours load. Its text is visible (specification: settings and hours, 2.2). */
export function HoursSkeleton(): ReactNode {
  return (
    <div>
      <Typography role="status" color="textSecondary" sx={{ marginBottom: '10px' }}>
        {messages.weeklyHours.loading}
      </Typography>
      <div aria-hidden>
        <PageSkeleton shape="week" />
      </div>
    </div>
  );
}
