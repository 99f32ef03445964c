import { createContext, useContext } from 'react';
import type { Sizes } from './geometry';
import type { GridCommands } from './grid-commands';

export interface GridParts {
  commands: GridCommands;
  sizes: Sizes;
}

export const GridContext = createContext<GridParts | null>(null);

export function useGridParts(): GridParts {
  const parts = useContext(GridContext);
  if (!parts) throw new Error('A cell needs the grid around it');
  return parts;
}

/** A rendered day column. */
export interface DayColumn {
  column: number;
  date: string;
  /** In pixels, from the left of the content. */
  left: number;
  kind: 'weekend' | 'today' | undefined;
}
