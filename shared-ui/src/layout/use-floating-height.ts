import { type RefObject, useLayoutEffect } from 'react';
import { cssVarPrefix } from '../theme/tokens';

/** CSS variable with the height of the visible floating bar. Toasts appear above it. */
export const FLOATING_HEIGHT = `--${cssVarPrefix}-floating-height`;

/** Measures a floating bar, whose height depends on its texts, so that other elements stay clear of it. */
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
