import { lazy, type ReactNode, Suspense } from 'react';
import type { OverrideDialogProps } from './OverrideDialog';

/** Loads when a developer opens it. If its chunk fails to load, nothing is shown. */
const OverrideDialog = lazy<(props: OverrideDialogProps) => ReactNode>(() =>
  import('./OverrideDialog').then(
    (loaded) => ({ default: loaded.OverrideDialog }),
    () => ({ default: () => null }),
  ),
);

export function DeveloperOverride(props: OverrideDialogProps): ReactNode {
  return (
    <Suspense fallback={null}>
      <OverrideDialog {...props} />
    </Suspense>
  );
}
