import { type GridApi, gridClasses } from '@mui/x-data-grid';
import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Names the scroll container (`data-scroll-area`), so that the shell restores its position after Back and a reload.
 * Another page or filter starts at the top.
 *
 * @param firstKey key of the first row
 */
export function useScrollArea(
  api: RefObject<GridApi | null>,
  name: string,
  firstKey: string | number | undefined,
): void {
  const shownKey = useRef(firstKey);
  useLayoutEffect(() => {
    const area = api.current?.rootElementRef.current?.querySelector(`.${gridClasses.virtualScroller}`);
    area?.setAttribute('data-scroll-area', name);
    if (shownKey.current === firstKey) return;
    shownKey.current = firstKey;
    if (area) area.scrollTop = 0;
  }, [api, name, firstKey]);
}
