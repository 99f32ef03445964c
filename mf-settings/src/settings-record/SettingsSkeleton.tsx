import { LoadingBlock, Panel } from 'shared-ui';
import { Skeleton, Stack } from 'shared-ui/mui';
import type { ReactNode } from 'react';
import { messages } from '../messages';

/** The skeleton of the sections while the settings load. */
export function SettingsSkeleton(): ReactNode {
  const shape = (
    <Stack spacing={4}>
      {[4, 5, 3].map((lines, section) => (
        <Panel key={section}>
          <Stack spacing={5}>
            <Skeleton width={140} height={16} />
            {Array.from({ length: lines }, (_, line) => (
              <Stack key={line} direction="row" spacing={8}>
                <Skeleton width="45%" height={20} />
                <Skeleton width="38%" height={20} />
              </Stack>
            ))}
          </Stack>
        </Panel>
      ))}
    </Stack>
  );
  return <LoadingBlock label={messages.settings.loading} shape={shape} />;
}
