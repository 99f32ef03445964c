import type { GridColumnVisibilityModel, GridDensity } from '@mui/x-data-grid';

/** A person's grid settings: hidden columns, widths in pixels, density. */
export interface ColumnState {
  hidden: GridColumnVisibilityModel;
  widths: Readonly<Record<string, number>>;
  density: GridDensity;
}

const initial: ColumnState = { hidden: {}, widths: {}, density: 'standard' };

const densities: readonly unknown[] = ['compact', 'standard', 'comfortable'] satisfies GridDensity[];

const isRecordOf = (type: 'boolean' | 'number', value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one === type);

/** Unreadable state counts as empty. */
export function readColumnState(key: string): ColumnState {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<ColumnState>;
    return {
      hidden: isRecordOf('boolean', stored.hidden) ? { ...stored.hidden } : initial.hidden,
      widths: isRecordOf('number', stored.widths) ? { ...stored.widths } : initial.widths,
      density: densities.includes(stored.density) ? (stored.density as GridDensity) : initial.density,
    };
  } catch {
    return initial;
  }
}

/** Without storage, the state lasts until the page closes. */
export function writeColumnState(key: string, state: ColumnState): void {
  try {
    localStorage.setItem(key, JSON.stringify(state));
  } catch {
    // Storage is full or blocked.
  }
}
