import {
  cloneElement,
  type HTMLAttributes,
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import type { TooltipBubbleProps } from './TooltipBubble';

/** Delays before the tooltip opens under the pointer, and before it closes. */
const OPEN_AFTER_MS = 300;
const CLOSE_AFTER_MS = 100;

/** A tooltip that fails to load isn't shown. It never contains required information. */
const Bubble = lazy<(props: TooltipBubbleProps) => ReactNode>(() =>
  import('./TooltipBubble').then(
    (loaded) => ({ default: loaded.TooltipBubble }),
    () => ({ default: () => null }),
  ),
);

export type TooltipSide = 'top' | 'bottom' | 'left' | 'right';

export interface TooltipProps {
  /** Shows nothing if empty. */
  title: string;
  /** True if the text describes the child. Otherwise it names it, as for an icon button. */
  describeChild?: boolean;
  placement?: TooltipSide;
  /** An element that passes its handlers and ARIA attributes to the DOM. */
  children: ReactElement<HTMLAttributes<HTMLElement>>;
}

/**
 * MUI's tooltip, loaded when the first one opens: a short text on hover and focus; Escape closes it. Its name or
 * description is there from the start.
 *
 * @example
 * <Tooltip title="Export CSV">
 *   <IconButton aria-label="Export CSV">
 *     <DownloadIcon />
 *   </IconButton>
 * </Tooltip>
 */
export function Tooltip({ title, describeChild = false, placement = 'bottom', children }: TooltipProps): ReactNode {
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
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') setAnchor(null);
    };
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, [shown]);

  const describes = describeChild && title !== '';
  return (
    <>
      {cloneElement(children, {
        ...(!describeChild && title !== '' && { 'aria-label': title }),
        ...(describes && { 'aria-describedby': [child['aria-describedby'], id].filter(Boolean).join(' ') }),
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
          if (event.currentTarget.matches(':focus-visible')) setAnchorNow(event.currentTarget);
        },
        onBlur: (event) => {
          child.onBlur?.(event);
          setAnchorNow(null);
        },
      })}
      {describes && (
        <span id={id} hidden>
          {title}
        </span>
      )}
      {shown && (
        <Suspense fallback={null}>
          <Bubble
            {...{ title, anchor, placement }}
            onEnter={() => clearTimeout(timer.current)}
            onLeave={() => setAnchorAfter(CLOSE_AFTER_MS, null)}
          />
        </Suspense>
      )}
    </>
  );
}
