import { styled } from '@mui/material/styles';
import type { Notification } from 'shared-api';
import { type FocusEvent, forwardRef, type ReactNode, useEffect, useRef, useState } from 'react';
import { type Tone, ToneIcon } from '../feedback/tones';
import { CloseIcon } from '../icons';
import { commonMessages } from '../messages';
import { IconButton } from '../mui/IconButton';
import { Tooltip } from '../mui/Tooltip';
import { color } from '../theme/tokens';

/** How long a toast is visible, in milliseconds (DECISIONS 32). */
export const TOAST_DURATION_MS = 3000;

/** Minimum remaining time after the pointer or focus leaves a toast. */
const MIN_AFTER_PAUSE_MS = 1000;

const tones: Record<Notification['severity'], { tone: Tone; mark: string }> = {
  success: { tone: 'success', mark: color.onInverseSuccess },
  info: { tone: 'information', mark: color.onInverseSecond },
  warning: { tone: 'attention', mark: color.internalMark },
  error: { tone: 'danger', mark: color.onInverseDanger },
};

const Root = styled('div')({
  display: 'flex',
  alignItems: 'flex-start',
  gap: 10,
  boxSizing: 'border-box',
  width: 'min(380px, calc(100vw - 40px))',
  padding: '11px 8px 11px 14px',
  border: `1px solid ${color.inverseControlLine}`,
  borderRadius: 10,
  backgroundColor: color.inverse,
  color: color.onInverse,
  fontSize: 13,
  lineHeight: '20px',
  boxShadow: color.shadow,
  overflowWrap: 'anywhere',
  '& > svg': { flex: 'none', marginTop: 2 },
  '& > span': { flex: 1 },
  '& button:not([aria-disabled=true])': {
    '&, &:hover': { color: color.onInverse, backgroundColor: 'transparent' },
  },
  '--console-focus': color.onInverse,
});

const Details = styled('span')({ display: 'block', color: color.onInverseSecond });

/** Calls `onOver` after `duration` ms, not counting time while `held`. */
function useCountdown(duration: number, held: boolean, onOver: () => void): void {
  const left = useRef(duration);
  const latest = useRef(onOver);
  useEffect(() => {
    latest.current = onOver;
  });
  useEffect(() => {
    if (held) return undefined;
    const from = Date.now();
    const timer = setTimeout(() => latest.current(), left.current);
    return () => {
      clearTimeout(timer);
      left.current = Math.max(MIN_AFTER_PAUSE_MS, left.current - (Date.now() - from));
    };
  }, [held]);
}

export interface ToastProps {
  notification: Notification;
  onClose: () => void;
}

/** One toast. It waits while the pointer or the focus is on it, and while the tab is in the background. */
export const Toast = forwardRef<HTMLDivElement, ToastProps>(function Toast({ notification, onClose }, ref): ReactNode {
  const { severity, message, details, duration = TOAST_DURATION_MS } = notification;
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const [away, setAway] = useState(document.hidden);
  useEffect(() => {
    const onVisibility = (): void => setAway(document.hidden);
    document.addEventListener('visibilitychange', onVisibility);
    return () => document.removeEventListener('visibilitychange', onVisibility);
  }, []);
  useCountdown(duration, pointed || focused || away, onClose);
  const { tone, mark } = tones[severity];
  return (
    <Root
      ref={ref}
      // The region is polite, and only errors interrupt.
      role={severity === 'error' ? 'alert' : undefined}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={(event: FocusEvent) => setFocused(event.currentTarget.contains(event.relatedTarget))}
    >
      <span style={{ color: mark, flex: 'none', height: 20, paddingTop: 2, boxSizing: 'border-box' }}>
        <ToneIcon tone={tone} />
      </span>
      <span>
        <span>{message}</span>
        {details !== undefined && <Details>{details}</Details>}
      </span>
      <Tooltip title={commonMessages.dismissToast}>
        <IconButton size="small" onClick={onClose}>
          <CloseIcon size={14} />
        </IconButton>
      </Tooltip>
    </Root>
  );
});
