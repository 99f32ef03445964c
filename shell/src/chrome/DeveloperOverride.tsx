import { lazy, type ReactNode, Suspense } from 'react';
import type { OverrideDialogProps } from './OverrideDialog';

/** Loaded when a developer opens it. Without its chunk it stays away, and the console goes on. */
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
