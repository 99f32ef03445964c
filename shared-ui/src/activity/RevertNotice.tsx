import { dayIn } from 'shared-api/contracts';
import { type ReactNode, useState } from 'react';
import { formatDate } from '../figures';
import { commonMessages } from '../messages';
import { Alert, AlertTitle, Button, Stack } from '../mui';
import { activityMessages } from './messages';
import type { RevertState } from './use-revert';

const messages = activityMessages.reverting;

export interface RevertNoticeProps {
  state: RevertState;
  /** Whether the editor has unsaved changes. Once it has none, because they were saved or discarded, the notice goes. */
  isChanged?: boolean;
  onRetry: () => void;
}

/**
 * Lists the previous values that were staged, and those that couldn't be.
 *
 * @example
 * <RevertNotice state={{ kind: 'failed', message: 'Couldn’t load the earlier values.' }} onRetry={() => undefined} />
 */
export function RevertNotice({ state, isChanged, onRetry }: RevertNoticeProps): ReactNode {
  const [dismissed, setDismissed] = useState(false);
  const [dropped, setDropped] = useState(false);
  const [wasChanged, setWasChanged] = useState(false);
  if (isChanged === true && !wasChanged) setWasChanged(true);
  const isOver = isChanged === false && wasChanged && state.kind === 'done' && state.staged > 0;
  if (dismissed || isOver) return null;
  switch (state.kind) {
    case 'loading':
      return (
        <Alert severity="info" role="status">
          {messages.loading}
        </Alert>
      );
    case 'failed':
      return (
        <Alert severity="error" role="alert" action={<Button onClick={onRetry}>{commonMessages.retry}</Button>}>
          <AlertTitle>{messages.notRestored}</AlertTitle>
          <span>{state.message}</span>
        </Alert>
      );
    case 'done': {
      const { at, timeZone, staged, skipped, others = [], dropOthers, note } = state;
      const hasOthers = others.length > 0 && !dropped;
      const date = formatDate(dayIn(timeZone, new Date(at * 1000)));
      const title =
        staged > 0 ? messages.staged(date) : skipped.length > 0 ? messages.notRestored : messages.same(date);
      return (
        <Alert
          severity={skipped.length > 0 ? 'warning' : 'info'}
          role="status"
          action={
            <Stack spacing={1}>
              {hasOthers && dropOthers && (
                <Button
                  onClick={() => {
                    dropOthers();
                    setDropped(true);
                  }}
                >
                  {messages.dropOthers}
                </Button>
              )}
              <Button onClick={() => setDismissed(true)}>{messages.dismiss}</Button>
            </Stack>
          }
        >
          <AlertTitle>{title}</AlertTitle>
          <span>{skipped.length > 0 ? messages.skipped(skipped) : staged > 0 ? messages.notSaved : null}</span>
          {note !== undefined && <div>{note}</div>}
          {hasOthers && <div>{messages.others(others)}</div>}
        </Alert>
      );
    }
  }
}
