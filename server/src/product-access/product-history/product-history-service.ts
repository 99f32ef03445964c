/** Reads the product change history (specification: internal administration, 2.3, 7 and 9). */
import { sql } from 'kysely';
import { type HistorySort, type ProductChange, type ProductChangeType, addDays } from 'shared-api/contracts';
import type { Db, Row } from '../../platform/database/tables.js';
import { startOfDay } from '../../platform/dates/start-of-day.js';
import { toNamedProduct } from '../../billing/catalogue/catalogue.js';
import { readPractice } from '../../access/practice-records/practice-lookups.js';
import { epochSeconds, epochSecondsOrNull } from '../../platform/dates/epoch-seconds.js';

export interface HistoryQuery {
  page: number;
  page_size: number;
  sort_by: HistorySort;
  sort_order: 'asc' | 'desc';
  change_type?: ProductChangeType | undefined;
  /** `YYYY-MM-DD`, in the practice's time zone. Both dates are included. */
  from_date?: string | undefined;
  to_date?: string | undefined;
  product_name?: string | undefined;
  feature_name?: string | undefined;
}

export interface HistoryPage {
  results: ProductChange[];
  count: number;
  page: number;
}

/** The display name of a catalogue product; any other text unchanged. */
const displayText = (name: string): string => toNamedProduct(name).display_name;

/** Entries of earlier systems also have internal names in their data. */
function withDisplayNames(value: unknown): unknown {
  if (typeof value === 'string') return displayText(value);
  if (Array.isArray(value)) return value.map(withDisplayNames);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withDisplayNames(one)]));
}

/** The parsed object. Older entries may contain other text, which is returned unchanged. */
function dataOf(text: string | null): unknown {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? withDisplayNames(value) : text;
  } catch {
    return text;
  }
}

function changeOf(row: Row<'product_change_history'>): ProductChange {
  return {
    id: row.id,
    change_type: row.change_type,
    bundle_name: row.bundle_name,
    bundle_display_name: row.bundle_name === null ? null : displayText(row.bundle_name),
    bundle_id: row.bundle_id,
    feature_name: row.feature_name,
    feature_display_name:
      row.feature_display_name ?? (row.feature_name === null ? null : displayText(row.feature_name)),
    product_name: displayText(row.product_name),
    user: { name: row.user_name, email: row.user_email },
    created_at: epochSeconds(row.created_at),
    trial_start_date: epochSecondsOrNull(row.trial_start_date),
    trial_end_date: epochSecondsOrNull(row.trial_end_date),
    notes: row.notes,
    additional_data: dataOf(row.additional_data),
  };
}

/** Finds the typed text anywhere in the name, ignoring case. */
const within = (column: string, text: string) =>
  sql<boolean>`position(lower(${text}) in lower(${sql.ref(column)})) > 0`;

/** A page beyond the last one returns the last one. A page before the first one returns the first one. */
export async function readProductHistory(db: Db, practiceId: number, query: HistoryQuery): Promise<HistoryPage> {
  const { time_zone: zone } = await readPractice(db, practiceId);
  let matching = db.selectFrom('product_change_history').where('practice_id', '=', practiceId);
  if (query.change_type) matching = matching.where('change_type', '=', query.change_type);
  if (query.from_date) matching = matching.where('created_at', '>=', new Date(startOfDay(zone, query.from_date)));
  if (query.to_date) {
    matching = matching.where('created_at', '<', new Date(startOfDay(zone, addDays(query.to_date, 1))));
  }
  if (query.product_name) matching = matching.where(within('product_name', query.product_name));
  const feature = query.feature_name;
  if (feature) {
    matching = matching.where((where) =>
      where.or([within('feature_name', feature), within('feature_display_name', feature)]),
    );
  }
  const { count } = await matching.select(sql<number>`count(*)::integer`.as('count')).executeTakeFirstOrThrow();
  const size = query.page_size;
  const page = Math.min(Math.max(1, query.page), Math.max(1, Math.ceil(count / size)));
  let rows = matching.selectAll();
  if (query.sort_by === 'created_at') rows = rows.orderBy('created_at', query.sort_order);
  else if (query.sort_by === 'change_type') rows = rows.orderBy('change_type', query.sort_order);
  else rows = rows.orderBy(sql`lower(product_name)`, query.sort_order);
  const listed = await rows
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  return { results: listed.map(changeOf), count, page };
}
