import { useEffect, useState } from 'react';

/**
 * Whether the grid has its first rows. MUI's grid takes rows in an effect: between the frame in which they arrive and the
 * next one, it would say that it has none.
 */
export function useFirstRows(count: number): boolean {
  const [hasRows, setHasRows] = useState(count > 0);
  // Runs after the effect of the grid, which is a child.
  useEffect(() => setHasRows(count > 0), [count]);
  return hasRows;
}
