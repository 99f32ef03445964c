import Alert from '@mui/material/Alert';
import type { ReadingProgress } from 'shared-api/contracts';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { Button } from '../mui/Button';
import { cardMessages } from './messages';

const text = cardMessages.reading;

export interface ReadingNoticeProps {
  /** What is being read: `Charges`. */
  subject: string;
  progress: ReadingProgress | undefined;
  busy: boolean;
  onReadOn: () => void;
}

/** Asks for more until an answer contains every customer. Stops when an answer got no further. */
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

/** Says how many customers of a large practice were read so far, and reads on. */
export function ReadingNotice({ subject, progress, busy, onReadOn }: ReadingNoticeProps): ReactNode {
  useReadOn(progress, busy, onReadOn);
  if (!progress) return null;
  return (
    <Alert
      severity="info"
      role="status"
      action={
        <Button loading={busy} onClick={onReadOn}>
          {text.readOn}
        </Button>
      }
    >
      {text.read(subject, progress.read, progress.total)}
    </Alert>
  );
}
