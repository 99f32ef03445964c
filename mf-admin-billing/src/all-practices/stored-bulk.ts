/** Keeps the dialog of a bulk change in session storage, so that it reopens after a reload. */
import { bulkActions, bulkTypes } from 'shared-api/contracts';
import type { BulkOperation } from './bulk';

/** Storage name of the chosen items. The selected practices are stored with the list. */
export const BULK_RECORD = 'bulk-change';

/** The bulk change that was open before a reload. Null if there was none or it is unknown. */
export function bulkOperationIn(stored: unknown): BulkOperation | null {
  const { action, type, forInsiders } = (stored ?? {}) as Partial<Record<keyof BulkOperation, unknown>>;
  const known = { action: bulkActions.find((one) => one === action), type: bulkTypes.find((one) => one === type) };
  if (!known.action || !known.type || typeof forInsiders !== 'boolean') return null;
  return { action: known.action, type: known.type, forInsiders };
}

export const areItems = (stored: unknown): stored is string[] =>
  Array.isArray(stored) && stored.every((item) => typeof item === 'string');
