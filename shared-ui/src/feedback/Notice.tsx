import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { RefreshIcon } from '../icons';
import { commonMessages } from '../messages';
import { Button } from '../mui/Button';
import { type Tone, toneColor, ToneIcon, toneText } from './tones';

export interface RetryNoticeProps {
  /** What failed to load. */
  title: string;
  /** The reason, and what is still safe. */
  children: ReactNode;
  onRetry: () => void;
  busy?: boolean;
  /** `danger` by default; `attention` if the existing content is still usable. */
  tone?: Exclude<Tone, 'neutral'>;
}

/**
 * A failed part of an otherwise loaded page, with Retry.
 *
 * @example
 * <RetryNotice title="Couldn’t load the chairs" tone="attention" onRetry={() => undefined}>
 *   The rooms are complete.
 * </RetryNotice>
 */
export function RetryNotice({ title, children, onRetry, busy = false, tone = 'danger' }: RetryNoticeProps): ReactNode {
  return (
    <Alert
      severity={toneColor[tone]}
      role={tone === 'danger' ? 'alert' : 'status'}
      action={
        <Button startIcon={<RefreshIcon size={14} />} loading={busy} onClick={onRetry}>
          {commonMessages.retry}
        </Button>
      }
    >
      <AlertTitle>{title}</AlertTitle>
      <div>{children}</div>
    </Alert>
  );
}

const Inline = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  minHeight: 20,
  fontSize: 13,
  lineHeight: '20px',
  '& svg': { flex: 'none' },
});

export interface InlineStatusProps {
  tone: Tone;
  /** The message. Without one, the element stays mounted but empty, so that a new message is announced. */
  children?: ReactNode;
}

/**
 * The result of an action, next to its button.
 *
 * @example
 * <InlineStatus tone="success">Saved</InlineStatus>
 */
export function InlineStatus({ tone, children }: InlineStatusProps): ReactNode {
  const said = children !== undefined && children !== null && children !== false && children !== '';
  return (
    <Inline role={tone === 'danger' ? 'alert' : 'status'} style={{ color: said ? toneText[tone] : undefined }}>
      {said && (
        <>
          <ToneIcon tone={tone} />
          <span>{children}</span>
        </>
      )}
    </Inline>
  );
}
