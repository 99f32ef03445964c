import { type BulkAction, type BulkPreview as Preview, countText } from 'shared-api/contracts';
import type { ApiError } from 'shared-api';
import { color, ErrorState, LoadingBlock, styled } from 'shared-ui';
import { Alert, AlertTitle, Skeleton, Stack } from 'shared-ui/mui';
import type { ReactNode } from 'react';
import { RestrictedZone } from '../features-summary/RestrictedZone';
import { messages } from './messages';
import type { BulkProblem } from './use-bulk';

const text = messages.bulk;

const Figures = styled('dl')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gap: '6px 16px',
  margin: 0,
  fontSize: 15,
  lineHeight: '22px',
  '& dd': { margin: 0, textAlign: 'right', fontWeight: 600 },
  '& [data-second]': { color: color.inkSecond },
});

const Effects = styled('ul')({
  display: 'grid',
  gap: 4,
  margin: 0,
  padding: 0,
  maxHeight: 160,
  overflowY: 'auto',
  listStyle: 'none',
  fontSize: 13,
  lineHeight: '20px',
});

export interface BulkPreviewProps {
  action: BulkAction;
  /** Undefined while loading. */
  preview: Preview | undefined;
  error: ApiError | undefined;
  onRetry: () => void;
  /** Why the change failed. */
  problem: BulkProblem | null;
}

/** The effect of a bulk change in numbers, before it is confirmed. */
export function BulkPreview({ action, preview, error, onRetry, problem }: BulkPreviewProps): ReactNode {
  return (
    <>
      {error && <ErrorState title={text.preview.failed} message={error.message} onRetry={onRetry} />}
      {!error && !preview && (
        <LoadingBlock
          label={text.preview.loading}
          shape={
            <Stack spacing={3}>
              <Skeleton height={22} />
              <Skeleton height={22} />
              <Skeleton width="60%" height={14} />
            </Stack>
          }
        />
      )}
      {preview && <Known action={action} preview={preview} />}
      <RestrictedZone />
      {problem && (
        <Alert severity={problem.unknown ? 'warning' : 'error'} role="alert">
          {!problem.unknown && <AlertTitle>{text.refused}</AlertTitle>}
          <span>{problem.message}</span>
        </Alert>
      )}
    </>
  );
}

function Known({ action, preview }: { action: BulkAction; preview: Preview }): ReactNode {
  const { changed, unchanged, items, held_by_subscriptions: held } = preview;
  const effectText = action === 'add' ? text.preview.gain : text.preview.lose;
  return (
    <>
      <Figures>
        <dt>{text.preview.will}</dt>
        <dd>{countText(changed)}</dd>
        <dt data-second="">{text.preview.stay(action, items.length)}</dt>
        <dd data-second="">{countText(unchanged)}</dd>
      </Figures>
      {items.length > 0 && (
        <Effects aria-label={text.preview.effect} tabIndex={0}>
          {items.map(({ name, display_name, practices }) => (
            <li key={name}>{effectText(practices, display_name)}</li>
          ))}
        </Effects>
      )}
      {held > 0 && <Alert severity="warning">{text.preview.held(held)}</Alert>}
      {changed === 0 && <Alert severity="info">{text.preview.nothing}</Alert>}
    </>
  );
}
