import { type RefObject, useLayoutEffect } from 'react';
import { cssVarPrefix } from '../theme/tokens';

/** The height of the floating bar that is shown. Toasts appear above it. */
export const FLOATING_HEIGHT = `--${cssVarPrefix}-floating-height`;

/** Measures a floating bar, which is as high as its texts, for what has to stay clear of it. */
export function useFloatingHeight(bar: RefObject<HTMLElement | null>, shown: boolean): void {
  useLayoutEffect(() => {
    const element = bar.current;
    if (!shown || !element || typeof ResizeObserver === 'undefined') return undefined;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty(FLOATING_HEIGHT, `${element.offsetHeight}px`));
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty(FLOATING_HEIGHT);
    };
  }, [bar, shown]);
}
