import type { ModuleOverride } from 'shared-api/contracts';
import { type ReactNode, useRef, useState } from 'react';
import { Alert, Button, Stack } from 'shared-ui/mui';
import { messages } from '../messages';
import { PageBar } from './PageBar';
import { useReportedHeight } from './use-reported-height';

export interface OverrideBannerProps {
  overrides: readonly ModuleOverride[];
  /** Ends one override. The shell then reloads the page. */
  onClear: (module: string) => Promise<void>;
  /** Called with the height of the banner in pixels. */
  onHeight: (height: number) => void;
}

/** Names the modules that load from a developer's machine, so that they aren't mistaken for released ones. */
export function OverrideBanner({ overrides, onClear, onHeight }: OverrideBannerProps): ReactNode {
  const root = useRef<HTMLElement>(null);
  useReportedHeight(root, onHeight, overrides.length);
  const [clearing, setClearing] = useState<string | null>(null);
  if (overrides.length === 0) return null;
  const clear = async (module: string): Promise<void> => {
    setClearing(module);
    try {
      await onClear(module);
    } finally {
      setClearing(null);
    }
  };
  return (
    <PageBar ref={root} aria-label={messages.override.region}>
      <Stack spacing={2}>
        {overrides.map(({ module, entry }) => (
          <Alert
            key={module}
            severity="warning"
            action={
              <Button
                aria-label={messages.override.clearLabel(module)}
                loading={clearing === module}
                onClick={() => void clear(module)}
              >
                {messages.override.clear}
              </Button>
            }
          >
            {messages.override.text(module, entry)}
          </Alert>
        ))}
      </Stack>
    </PageBar>
  );
}
