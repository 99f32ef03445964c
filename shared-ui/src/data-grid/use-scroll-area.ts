import { type GridApi, gridClasses } from '@mui/x-data-grid';
import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Names the area in which the rows scroll, so that the shell restores its position after Back and a reload
 * (`data-scroll-area`). Other rows, of another page or another filter, start at the top.
 *
 * @param firstKey the key of the first row
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
