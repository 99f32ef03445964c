import Alert from '@mui/material/Alert';
import type { ReadingProgress } from 'shared-api/contracts';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { Button } from '../mui/Button';
import { cardMessages } from './messages';

const text = cardMessages.reading;

export interface ReadingNoticeProps {
  /** What is being loaded, such as `Charges`. */
  subject: string;
  progress: ReadingProgress | undefined;
  busy: boolean;
  onReadOn: () => void;
}

/**
 * Requests more until a response contains every customer. Stops when a response makes no progress.
 *
 * @example
 * const [progress, setProgress] = useState({ read: 12, total: 50 });
 * useReadOn(progress, false, () => setProgress({ read: 50, total: 50 }));
 * return <ReadingNotice subject="customers" progress={progress} busy={false} onReadOn={() => undefined} />;
 */
export function useReadOn(progress: ReadingProgress | undefined, busy: boolean, readOn: () => void): void {
  const reached = useRef(-1);
  const ask = useEffectEvent(readOn);
  useEffect(() => {
    if (!progress) reached.current = -1;
    else if (!busy && progress.read > reached.current) {
      reached.current = progress.read;
      ask();
    }
  }, [progress, busy]);
}

/**
 * Shows how many customers of a large practice have been loaded, and loads more.
 *
 * @example
 * <ReadingNotice subject="customers" progress={{ read: 12, total: 50 }} busy={false} onReadOn={() => undefined} />
 */
export function ReadingNotice({ subject, progress, busy, onReadOn }: ReadingNoticeProps): ReactNode {
  useReadOn(progress, busy, onReadOn);
  if (!progress) return null;
  return (
    <Alert
      severity="info"
      role="status"
      action={
        <Button loading={busy} onClick={onReadOn}>
          {text.continue}
        </Button>
      }
    >
      {text.read(subject, progress.read, progress.total)}
    </Alert>
  );
}
