/** Maps history entries from the API, including the formats of older systems (DECISIONS 6). Pure. */
import type { ProductChange } from 'shared-api/contracts';
import { epochSeconds } from '../instants';

/** One value before and after a change; null if the change lacks that side. */
export interface Comparison {
  what: string;
  before: string | null;
  after: string | null;
}

export interface AdditionalData {
  comparisons: readonly Comparison[];
  /** Other data, in its original order. */
  facts: readonly { name: string; value: string }[];
  /** The raw data if it couldn't be parsed; null otherwise. */
  unreadable: string | null;
}

export type HistoryEntry = Omit<ProductChange, 'additional_data'> & { data: AdditionalData };

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `trial_days` → `Trial days`. */
function nameText(name: string): string {
  const messages = name.replaceAll(/[_-]+/g, ' ').trim();
  return messages.charAt(0).toUpperCase() + messages.slice(1);
}

/** A value as text: lists joined by commas, named items by name, other objects as JSON. Empty without a value. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(valueText).join(', ');
  if (isObject(value)) {
    const name = [value['display_name'], value['name']].find((known) => typeof known === 'string');
    return name ?? JSON.stringify(value);
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function comparisonsOf(before: unknown, after: unknown): Comparison[] {
  if (!isObject(before ?? {}) || !isObject(after ?? {})) {
    return [{ what: '', before: valueText(before), after: valueText(after) }];
  }
  const [was, is] = [(before ?? {}) as Json, (after ?? {}) as Json];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].map((key) => ({
    what: nameText(key),
    before: key in was ? valueText(was[key]) : null,
    after: key in is ? valueText(is[key]) : null,
  }));
}

const noData: AdditionalData = { comparisons: [], facts: [], unreadable: null };

/** @param data an object, the JSON text of an object, or other text */
export function additionalDataOf(data: unknown): AdditionalData {
  if (data === null || data === undefined || data === '') return noData;
  if (typeof data === 'string') {
    let parsed: unknown;
    try {
      parsed = JSON.parse(data);
    } catch {
      return { ...noData, unreadable: data };
    }
    // Older systems can have encoded JSON twice. Other text is unchanged.
    return isObject(parsed) ? additionalDataOf(parsed) : { ...noData, unreadable: data };
  }
  if (!isObject(data)) return { ...noData, unreadable: JSON.stringify(data) };
  const { before, after, ...rest } = data;
  return {
    comparisons: before === undefined && after === undefined ? [] : comparisonsOf(before, after),
    facts: Object.entries(rest).map(([name, value]) => ({ name: nameText(name), value: valueText(value) })),
    unreadable: null,
  };
}

/** `created_at` is `change_date` in some responses. */
type WireChange = Omit<ProductChange, 'created_at'> & { created_at?: number; change_date?: number };

const orNull = (instant: number | null): number | null => (instant === null ? null : epochSeconds(instant));

export function toHistoryEntry(change: ProductChange): HistoryEntry {
  const { additional_data, created_at, change_date, ...rest } = change as WireChange;
  return {
    ...rest,
    created_at: epochSeconds(created_at ?? change_date ?? 0),
    trial_start_date: orNull(rest.trial_start_date),
    trial_end_date: orNull(rest.trial_end_date),
    data: additionalDataOf(additional_data),
  };
}
