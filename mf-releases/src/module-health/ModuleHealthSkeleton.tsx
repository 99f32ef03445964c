import { Panel } from 'shared-ui';
import { Skeleton, Stack } from 'shared-ui/mui';
import type { ReactNode } from 'react';

const panels = 3;
const rows = 3;

/** Placeholder of the page: a few modules, each with a small table. */
export function ModuleHealthSkeleton(): ReactNode {
  return (
    <Stack spacing={4}>
      {Array.from({ length: panels }, (_, panel) => (
        <Panel key={panel}>
          <Stack spacing={3}>
            <Skeleton width={160} height={18} />
            <Skeleton width={260} height={12} />
            {Array.from({ length: rows }, (__, row) => (
              <Skeleton key={row} height={30} />
            ))}
          </Stack>
        </Panel>
      ))}
    </Stack>
  );
}
