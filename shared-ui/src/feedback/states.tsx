import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { ErrorIcon, RefreshIcon } from '../icons';
import { VisuallyHidden } from '../layout/VisuallyHidden';
import { commonMessages } from '../messages';
import { Button } from '../mui/Button';
import { color, phone, radius } from '../theme/tokens';

/** Line widths that make a skeleton look like text. */
const widths = ['62%', '88%', '74%', '91%', '55%'] as const;

const Block = styled('div')({ display: 'flex', flexDirection: 'column', gap: 12 });

const Card = styled(Block)({
  padding: 16,
  border: `1px solid ${color.line}`,
  borderRadius: radius.panel,
  backgroundColor: color.surface,
});

export interface LoadingBlockProps {
  /** The announced text; "Loading..." by default. */
  label?: string;
  /** Number of text lines; 3 by default. */
  lines?: number;
  /** Replaces the lines with the content's shape, built from MUI's `Skeleton`. */
  shape?: ReactNode;
  /** Draws the border of a panel. */
  framed?: boolean;
}

/**
 * A placeholder in the shape of the loading content.
 *
 * @example
 * <LoadingBlock label="Loading rooms..." lines={3} framed />
 */
export function LoadingBlock({
  label = commonMessages.loading,
  lines = 3,
  shape,
  framed = false,
}: LoadingBlockProps): ReactNode {
  const Around = framed ? Card : Block;
  return (
    <div role="status">
      <VisuallyHidden>{label}</VisuallyHidden>
      <div aria-hidden>
        {shape ?? (
          <Around>
            {Array.from({ length: lines }, (_, line) => (
              <Skeleton key={line} height={14} width={widths[line % widths.length]} />
            ))}
          </Around>
        )}
      </div>
    </div>
  );
}

const Middle = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: 4,
  padding: '40px 24px',
  textAlign: 'center',
  [phone]: { padding: '16px 8px' },
});

const Narrow = styled('div')({ maxWidth: 440, marginBottom: 12 });

export interface EmptyStateProps {
  title: string;
  /** What appears here, and how to add it. */
  children?: ReactNode;
  action?: ReactNode;
}

/**
 * Says what appears here, and how to add it.
 *
 * @example
 * <EmptyState title="No rooms yet" action={<Button>Add a room</Button>}>
 *   Appointments need a room.
 * </EmptyState>
 */
export function EmptyState({ title, children, action }: EmptyStateProps): ReactNode {
  return (
    <Middle>
      <Typography variant="subtitle1">{title}</Typography>
      {children !== undefined && (
        <Narrow>
          <Typography color="textSecondary" component="div">
            {children}
          </Typography>
        </Narrow>
      )}
      {action}
    </Middle>
  );
}

const Mark = styled('span')({ color: color.danger, marginBottom: 4 });

export interface ErrorStateProps {
  title?: string;
  /** What happened, what is still safe, and what to do next. */
  message: ReactNode;
  onRetry?: (() => void) | undefined;
  busy?: boolean;
}

/**
 * Replaces content that failed to load, with Retry.
 *
 * @example
 * <ErrorState title="Couldn’t load the rooms" message="Try again in a minute." onRetry={() => undefined} />
 */
export function ErrorState({
  title = commonMessages.loadFailed,
  message,
  onRetry,
  busy = false,
}: ErrorStateProps): ReactNode {
  return (
    <Middle role="alert">
      <Mark>
        <ErrorIcon size={22} />
      </Mark>
      <Typography variant="subtitle1">{title}</Typography>
      <Narrow>
        <Typography color="textSecondary" component="div">
          {message}
        </Typography>
      </Narrow>
      {onRetry && (
        <Button startIcon={<RefreshIcon size={14} />} loading={busy} onClick={onRetry}>
          {commonMessages.retry}
        </Button>
      )}
    </Middle>
  );
}
