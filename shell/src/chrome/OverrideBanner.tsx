import type { LoadableModule, ModuleOverride } from 'shared-api/contracts';
import { type ReactNode, useRef, useState } from 'react';
import { Alert, Button, Stack } from 'shared-ui/mui';
import { messages } from '../messages';
import { previewMessages } from '../preview/messages';
import { PageBar } from './PageBar';
import { useReportedHeight } from './use-reported-height';

export interface OverrideBannerProps {
  overrides: readonly ModuleOverride[];
  /** Modules that the session loads as a preview. */
  previews: readonly Pick<LoadableModule, 'name' | 'title' | 'preview'>[];
  /** Ends an override or a preview. The shell then reloads the page. */
  onClear: (module: string) => Promise<void>;
  /** Called with the height of the banner in pixels. */
  onHeight: (height: number) => void;
}

/** Names modules loaded from a developer's machine or as a preview, so that they aren't mistaken for released ones. */
export function OverrideBanner({ overrides, previews, onClear, onHeight }: OverrideBannerProps): ReactNode {
  const root = useRef<HTMLElement>(null);
  const entries = [
    ...overrides.map(({ module, entry }) => ({
      module,
      text: messages.override.text(module, entry),
      end: messages.override.clear,
      label: messages.override.clearLabel(module),
    })),
    ...previews.map(({ name: module, title, preview = '' }) => ({
      module,
      text: previewMessages.banner(preview, title),
      end: previewMessages.leave,
      label: previewMessages.leaveLabel(preview, title),
    })),
  ];
  useReportedHeight(root, onHeight, entries.length);
  const [clearing, setClearing] = useState<string | null>(null);
  if (entries.length === 0) return null;
  const clear = async (module: string): Promise<void> => {
    setClearing(module);
    try {
      await onClear(module);
    } finally {
      setClearing(null);
    }
  };
  return (
    <PageBar ref={root} aria-label={overrides.length > 0 ? messages.override.region : previewMessages.region}>
      <Stack spacing={2}>
        {entries.map(({ module, text, end, label }) => (
          <Alert
            key={module}
            severity="warning"
            action={
              <Button aria-label={label} loading={clearing === module} onClick={() => void clear(module)}>
                {end}
              </Button>
            }
          >
            {text}
          </Alert>
        ))}
      </Stack>
    </PageBar>
  );
}
