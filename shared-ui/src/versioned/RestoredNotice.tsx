import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import type { ReactNode } from 'react';
import { Button } from '../mui/Button';
import { versionedMessages } from './messages';

export interface RestoredNoticeProps {
  /** Number of unsaved changes. Hidden at 0. */
  count: number;
  onDismiss: () => void;
}

/**
 * Says that unsaved changes from before a reload were restored.
 *
 * @example
 * <RestoredNotice count={3} onDismiss={() => undefined} />
 */
export function RestoredNotice({ count, onDismiss }: RestoredNoticeProps): ReactNode {
  if (count === 0) return null;
  return (
    <Alert severity="info" role="status" action={<Button onClick={onDismiss}>{versionedMessages.dismiss}</Button>}>
      <AlertTitle>{versionedMessages.restored(count)}</AlertTitle>
      <span>{count === 1 ? versionedMessages.restoredOneText : versionedMessages.restoredText}</span>
    </Alert>
  );
}
