import { useEffect, useState } from 'react';

/**
 * Whether the grid still loads. MUI's grid takes rows in an effect: after the render in which they arrive, it still shows
 * the rows before, or says that it has none.
 */
export function useGridLoading(loading: boolean, count: number): boolean {
  const [wasLoading, setWasLoading] = useState(loading);
  const [hasRows, setHasRows] = useState(count > 0);
  // Runs after the effect of the grid, which is a child.
  useEffect(() => {
    setWasLoading(loading);
    setHasRows(count > 0);
  }, [loading, count]);
  return loading || wasLoading || !hasRows;
}
