import { useEffect, useState } from 'react';

/**
 * Whether the grid is still loading. MUI's grid applies rows in an effect, so the render that receives them still shows
 * the previous rows or the empty state.
 */
export function useGridLoading(loading: boolean, count: number): boolean {
  const [wasLoading, setWasLoading] = useState(loading);
  const [hasRows, setHasRows] = useState(count > 0);
  // Runs after the grid's effect, because the grid is a child.
  useEffect(() => {
    setWasLoading(loading);
    setHasRows(count > 0);
  }, [loading, count]);
  return loading || wasLoading || !hasRows;
}
