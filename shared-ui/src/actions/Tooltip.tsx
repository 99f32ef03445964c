import { styled } from '@mui/material/styles';
import {
  cloneElement,
  type HTMLAttributes,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { color, radius } from '../theme/tokens';
import { positionTooltip, type Side } from './tooltip-position';

/** Delays before the tooltip opens and closes. */
const OPEN_AFTER_MS = 300;
const CLOSE_AFTER_MS = 100;

const Bubble = styled('div')({
  position: 'fixed',
  zIndex: 1500,
  top: 0,
  left: 0,
  boxSizing: 'border-box',
  width: 'max-content',
  maxWidth: 'min(280px, calc(100vw - 16px))',
  padding: '6px 8px',
  border: `1px solid ${color.inverseControlLine}`,
  borderRadius: radius.small,
  backgroundColor: color.inverse,
  color: color.onInverse,
  fontSize: 12,
  lineHeight: '16px',
  fontWeight: 500,
  textAlign: 'left',
  whiteSpace: 'normal',
});

export interface TooltipProps {
  /** Empty: nothing is shown. */
  title: string;
  /** The text is the child's accessible name, as for an icon button. Otherwise it describes the child. */
  names?: boolean;
  placement?: Side;
  /** One element that hands its handlers and ARIA attributes on to the DOM. */
  children: ReactElement<HTMLAttributes<HTMLElement>>;
}

/** True where the focus came by keyboard. */
function isFocusVisible(element: HTMLElement): boolean {
  return element.matches(':focus-visible');
}

/**
 * A short text on hover and focus; Escape closes it. Never the only place of required information. Our
 * own component, because MUI's includes Popper (11 kB) and appears below native dialogs.
 */
export function Tooltip({ title, names = false, placement = 'bottom', children }: TooltipProps): ReactNode {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const id = useId();
  const child = children.props;
  const shown = anchor !== null && title !== '';

  const setAnchorAfter = (wait: number, next: HTMLElement | null): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setAnchor(next), wait);
  };
  const setAnchorNow = (next: HTMLElement | null): void => {
    clearTimeout(timer.current);
    setAnchor(next);
  };

  useEffect(() => () => clearTimeout(timer.current), []);

  useEffect(() => {
    if (!shown) return undefined;
    const close = (): void => setAnchor(null);
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') close();
    };
    document.addEventListener('keydown', onKey, true);
    addEventListener('scroll', close, true);
    return () => {
      document.removeEventListener('keydown', onKey, true);
      removeEventListener('scroll', close, true);
    };
  }, [shown]);

  const described = !names && title !== '';
  return (
    <>
      {cloneElement(children, {
        ...(names && { 'aria-label': title }),
        ...(described && { 'aria-describedby': [child['aria-describedby'], id].filter(Boolean).join(' ') }),
        onPointerEnter: (event) => {
          child.onPointerEnter?.(event);
          if (event.pointerType !== 'touch') setAnchorAfter(OPEN_AFTER_MS, event.currentTarget);
        },
        onPointerLeave: (event) => {
          child.onPointerLeave?.(event);
          setAnchorAfter(CLOSE_AFTER_MS, null);
        },
        onPointerDown: (event) => {
          child.onPointerDown?.(event);
          setAnchorNow(null);
        },
        onFocus: (event) => {
          child.onFocus?.(event);
          if (isFocusVisible(event.currentTarget)) setAnchorNow(event.currentTarget);
        },
        onBlur: (event) => {
          child.onBlur?.(event);
          setAnchorNow(null);
        },
      })}
      {described && (
        <span id={id} hidden>
          {title}
        </span>
      )}
      {shown &&
        createPortal(
          <Bubble
            role="tooltip"
            ref={(tooltip: HTMLElement | null) => {
              if (tooltip) positionTooltip(tooltip, anchor, placement);
            }}
            onPointerEnter={() => clearTimeout(timer.current)}
            onPointerLeave={() => setAnchorAfter(CLOSE_AFTER_MS, null)}
          >
            {title}
          </Bubble>,
          // A native dialog is above everything else, so its tooltip must be inside it.
          anchor.closest('dialog[open]') ?? document.body,
        )}
    </>
  );
}
