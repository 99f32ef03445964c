/** The hours of the range in view, by row and column: rows alternate between available and worked hours. */
import type { HoursWorked, ProviderHours } from 'shared-api/contracts';
import {
  type FieldRef,
  figures,
  cellKeyOf,
  parseCellKey,
  type CellKey,
  type StoredHours,
  toStoredHours,
} from './cells';
import { type Edits, overrideOf } from './edits';
import type { CellRef } from '../grid/selection';

export interface Loaded {
  hours: HoursWorked;
  etag: string | undefined;
}

export class RangeView {
  readonly loaded: Loaded;
  readonly #providers: Map<number, number>;
  readonly #dates: Map<string, number>;

  constructor(loaded: Loaded) {
    this.loaded = loaded;
    this.#providers = new Map(loaded.hours.providers.map(({ provider_id }, index) => [provider_id, index]));
    this.#dates = new Map(loaded.hours.dates.map((date, column) => [date, column]));
  }

  get rows(): number {
    return this.loaded.hours.providers.length * figures.length;
  }

  get columns(): number {
    return this.loaded.hours.dates.length;
  }

  provider(row: number): ProviderHours | undefined {
    return this.loaded.hours.providers[Math.floor(row / figures.length)];
  }

  field({ row, column }: CellRef): FieldRef {
    const provider = this.provider(row)?.provider_id ?? 0;
    const figure = figures[row % figures.length] ?? 'available';
    return { provider, date: this.loaded.hours.dates[column] ?? '', figure };
  }

  key(row: number, column: number): CellKey {
    const { provider, date, figure } = this.field({ row, column });
    return cellKeyOf(provider, date, figure);
  }

  /** The position of a cell; undefined when it is not in view. */
  cellRef(key: CellKey): CellRef | undefined {
    const field = parseCellKey(key);
    const index = field && this.#providers.get(field.provider);
    const column = field && this.#dates.get(field.date);
    if (index === undefined || column === undefined) return undefined;
    return { row: index * figures.length + figures.indexOf(field?.figure ?? 'available'), column };
  }

  stored({ row, column }: CellRef): StoredHours {
    const hours = this.provider(row)?.hours[this.loaded.hours.dates[column] ?? ''];
    return hours ? toStoredHours(hours, figures[row % figures.length] ?? 'available') : { original: 0, override: null };
  }

  /** True for a day without hours on which the provider had left. Nothing can be saved on it. */
  isAway({ row, column }: CellRef): boolean {
    const provider = this.provider(row);
    const date = this.loaded.hours.dates[column] ?? '';
    if (provider?.left_on === undefined || date < provider.left_on) return false;
    const day = provider.hours[date];
    return (
      !day || (day.worked_hours === 0 && day.modified_available_hours === null && day.modified_worked_hours === null)
    );
  }

  /** The range with the edits as stored values. */
  withSaved(edits: Edits, etag: string | undefined): RangeView {
    const providers = [...this.loaded.hours.providers];
    for (const [key, { entry }] of edits) {
      const cellRef = this.cellRef(key);
      const field = parseCellKey(key);
      if (!cellRef || !field || 'text' in entry) continue;
      const index = Math.floor(cellRef.row / figures.length);
      const provider = providers[index];
      const day = provider?.hours[field.date];
      if (!provider || !day) continue;
      const override = overrideOf(entry, day[`${field.figure}_hours`]) ?? null;
      const hours = { ...provider.hours, [field.date]: { ...day, [`modified_${field.figure}_hours`]: override } };
      providers[index] = { ...provider, hours };
    }
    return new RangeView({ hours: { ...this.loaded.hours, providers }, etag });
  }
}

export const emptyView = new RangeView({
  hours: { dates: [], display_dates: [], date_range: { start: '', end: '' }, providers: [] },
  etag: undefined,
});
