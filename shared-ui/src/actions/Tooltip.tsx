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
import { place, type Side } from './tooltip-place';

/** How long the pointer rests before the words come, and how long they wait for it to come to them, in milliseconds. */
const OPEN_AFTER_MS = 300;
const CLOSE_AFTER_MS = 100;

const Words = styled('div')({
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
  /** The text is the child's name, as for a button that shows an icon alone. Otherwise it describes the child. */
  names?: boolean;
  placement?: Side;
  /** One element that hands its handlers and ARIA attributes on to the DOM. */
  children: ReactElement<HTMLAttributes<HTMLElement>>;
}

/** True where the focus came by keyboard. */
function focusIsSeen(element: HTMLElement): boolean {
  return element.matches(':focus-visible');
}

/**
 * A few words on hover and focus; Escape puts them away. Never the only place of something that a person needs. Of our
 * own, since MUI's brings Popper with it (11 kB), and lies under the browser's dialogs.
 */
export function Tooltip({ title, names = false, placement = 'bottom', children }: TooltipProps): ReactNode {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const id = useId();
  const child = children.props;
  const shown = anchor !== null && title !== '';

  const later = (wait: number, next: HTMLElement | null): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setAnchor(next), wait);
  };
  const now = (next: HTMLElement | null): void => {
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
          if (event.pointerType !== 'touch') later(OPEN_AFTER_MS, event.currentTarget);
        },
        onPointerLeave: (event) => {
          child.onPointerLeave?.(event);
          later(CLOSE_AFTER_MS, null);
        },
        onPointerDown: (event) => {
          child.onPointerDown?.(event);
          now(null);
        },
        onFocus: (event) => {
          child.onFocus?.(event);
          if (focusIsSeen(event.currentTarget)) now(event.currentTarget);
        },
        onBlur: (event) => {
          child.onBlur?.(event);
          now(null);
        },
      })}
      {described && (
        <span id={id} hidden>
          {title}
        </span>
      )}
      {shown &&
        createPortal(
          <Words
            role="tooltip"
            ref={(words: HTMLElement | null) => {
              if (words) place(words, anchor, placement);
            }}
            onPointerEnter={() => clearTimeout(timer.current)}
            onPointerLeave={() => later(CLOSE_AFTER_MS, null)}
          >
            {title}
          </Words>,
          // A dialog of the browser's own lies above all else, and takes what belongs to it along.
          anchor.closest('dialog[open]') ?? document.body,
        )}
    </>
  );
}
