import { type ComponentType, createContext, lazy, type ReactNode, Suspense, use, useState, useTransition } from 'react';
import { ConfirmDialog } from '../dialogs/ConfirmDialog';
import { ErrorState } from '../feedback/states';
import { commonMessages } from '../messages';

const RetryContext = createContext<{ busy: boolean; onRetry: () => void }>({ busy: false, onRetry: () => undefined });

function FailedSection(): ReactNode {
  return <ErrorState message={commonMessages.partFailed} {...use(RetryContext)} />;
}

function FailedDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { busy, onRetry } = use(RetryContext);
  return (
    <ConfirmDialog
      open
      title={commonMessages.loadFailed}
      confirmLabel={commonMessages.retry}
      busy={busy}
      onConfirm={onRetry}
      onCancel={onClose}
    >
      {commonMessages.partFailed}
    </ConfirmDialog>
  );
}

/** webpack's error for a chunk that fails to load. An error thrown by the code itself is reported as a module crash. */
const isNotLoaded = (error: unknown): boolean => error instanceof Error && error.name === 'ChunkLoadError';

function lazyOr<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Failed: ComponentType<Props>,
  fallback: ReactNode,
): ComponentType<Props> {
  let latest: ComponentType<Props> | undefined;
  const attempt = (): ComponentType<Props> =>
    lazy(async () => {
      try {
        return { default: await load() };
      } catch (error) {
        if (!isNotLoaded(error)) throw error;
        // The next render tries again.
        latest = undefined;
        return { default: Failed };
      }
    }) as unknown as ComponentType<Props>;

  return function LazyPart(props: Props): ReactNode {
    const [Part, setPart] = useState(() => (latest ??= attempt()));
    const [busy, startRetry] = useTransition();
    const onRetry = (): void => startRetry(() => setPart(() => (latest ??= attempt())));
    return (
      <RetryContext value={{ busy, onRetry }}>
        <Suspense fallback={fallback}>
          <Part {...props} />
        </Suspense>
      </RetryContext>
    );
  };
}

/**
 * A page section in a separate chunk. If it fails to load, an error with Retry takes its place, and the page keeps its
 * input.
 *
 * @param fallback shown until the code has loaded
 */
export function lazySection<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): ComponentType<Props> {
  return lazyOr(load, FailedSection, fallback);
}

/** A dialog in a separate chunk, like `lazySection`. Render it only while it is open. */
export function lazyDialog<Props extends { onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  return lazyOr(load, FailedDialog, null);
}
