/** Resolves ids in entries to names, for a whole page of entries at once. */
import { sql } from 'kysely';
import { type BulkAction, type BulkType, MAX_PRACTICE_ID, OFFICE } from 'shared-api/contracts';
import { nameOfPrice } from '../../billing/catalogue/catalogue.js';
import { readCataloguePrices } from '../../billing/catalogue/catalogue-prices.js';
import { jsonRows } from '../../platform/database/json-rows.js';
import type { Db } from '../../platform/database/tables.js';
import type { LoggedChange } from './logged-change.js';
import { numberOf, recordOf, textOf, textsOf } from './recorded.js';

/** A bulk change, as stored. */
export interface NamedBulkChange {
  action: BulkAction;
  type: BulkType;
  items: readonly string[];
  /** Items that changed for at least one practice. Null for changes of earlier releases. */
  changed_items: readonly string[] | null;
  total: number;
  changed: number;
  unchanged: number;
  failed: number;
}

export interface Names {
  /** Undefined for a practice that no longer exists. */
  practice: (id: number) => string | undefined;
  /** `Elena Duarte`, or `a former provider`. */
  provider: (practiceId: number, id: number) => string;
  /** `Sam Ortiz`; undefined for an account that no longer exists. */
  person: (id: string) => string | undefined;
  /** Name of a subscription item's product; undefined for an item that the provider no longer has. */
  item: (id: string) => string | undefined;
  /** Name of a plan or an add-on by its price id. */
  price: (id: string) => string | undefined;
  /** The practice that a voice account belongs to; undefined for the organization's. */
  voiceAccount: (sid: string) => number | undefined;
  bulkChange: (id: string) => NamedBulkChange | undefined;
}

interface References {
  practices: Set<number>;
  people: Set<string>;
  items: Set<string>;
  prices: Set<string>;
  accounts: Set<string>;
  bulkChanges: Set<string>;
  providers: Map<string, { practice_id: number; provider_id: number }>;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

function referencesOf(changes: readonly LoggedChange[]): References {
  const references: References = {
    practices: new Set(),
    people: new Set(),
    items: new Set(),
    prices: new Set(),
    accounts: new Set(),
    bulkChanges: new Set(),
    providers: new Map(),
  };
  const addPractice = (value: unknown): void => {
    const id = numberOf(value);
    if (id !== undefined && Number.isInteger(id) && id > 0 && id <= MAX_PRACTICE_ID) references.practices.add(id);
  };
  const addProvider = (practiceId: number, value: unknown): void => {
    const id = Number(value);
    if (!Number.isInteger(id) || id <= 0 || id > 2_147_483_647) return;
    references.providers.set(`${practiceId} ${id}`, { practice_id: practiceId, provider_id: id });
  };
  for (const { practiceId, action, entity, entityId, before, after } of changes) {
    addPractice(practiceId);
    const sides = [recordOf(before), recordOf(after)];
    for (const side of sides) {
      addPractice(side['practice']);
      addPractice(side['from']);
      if (entity === 'hours_exception') addProvider(practiceId, side['provider_id']);
      if (action === 'hours_worked.save')
        for (const path of Object.keys(side)) addProvider(practiceId, path.split('.')[0]);
      if (entity === 'phone_number')
        for (const sid of textsOf([side['account'], side['destination']])) references.accounts.add(sid);
      const item = textOf(side['item']);
      if (item !== undefined) references.items.add(item);
      const plan = textOf(side['plan']);
      if (plan !== undefined) references.prices.add(plan);
    }
    if (entity === 'person' && UUID.test(entityId)) references.people.add(entityId);
    if (entity === 'bulk_change' && UUID.test(entityId)) references.bulkChanges.add(entityId);
    if (entity === 'subscription_item') references.items.add(entityId);
  }
  return references;
}

const providerKey = { practice_id: 'integer', provider_id: 'integer' };

async function readProviders(db: Db, keys: References['providers']): Promise<Map<string, string>> {
  if (keys.size === 0) return new Map();
  const { rows } = await sql<{ practice_id: number; provider_id: number; first_name: string; last_name: string }>`
    select practice_id, provider_id, first_name, last_name
    from pms_providers join ${jsonRows(providerKey, [...keys.values()])} using (practice_id, provider_id)
  `.execute(db);
  return new Map(
    rows.map((row) => [`${row.practice_id} ${row.provider_id}`, `${row.first_name} ${row.last_name}`.trim()]),
  );
}

/**
 * Reads the names that the entries need, in one statement per kind.
 *
 * @param own the entries' practice, if already read
 */
export async function readNames(
  db: Db,
  changes: readonly LoggedChange[],
  own?: { id: number; name: string },
): Promise<Names> {
  const references = referencesOf(changes);
  if (own) references.practices.delete(own.id);
  const [providers, practices, people, items, accounts, bulkChanges, prices] = await Promise.all([
    readProviders(db, references.providers),
    references.practices.size === 0
      ? []
      : db
          .selectFrom('practices')
          .select(['id', 'name'])
          .where('id', 'in', [...references.practices])
          .execute(),
    references.people.size === 0
      ? []
      : db
          .selectFrom('people')
          .select(['id', 'name'])
          .where('id', 'in', [...references.people])
          .execute(),
    references.items.size === 0
      ? []
      : db
          .selectFrom('billing_items')
          .select(['id', 'price_id', 'shown'])
          .where('id', 'in', [...references.items])
          .execute(),
    references.accounts.size === 0
      ? []
      : db
          .selectFrom('practice_voice_accounts')
          .select(['practice_id', 'account_sid'])
          .where('account_sid', 'in', [...references.accounts])
          .execute(),
    references.bulkChanges.size === 0
      ? []
      : db
          .selectFrom('bulk_changes')
          .select(['id', 'action', 'type', 'items', 'changed_items', 'total', 'changed', 'unchanged', 'failed'])
          .where('id', 'in', [...references.bulkChanges])
          .execute(),
    references.items.size + references.prices.size === 0 ? undefined : readCataloguePrices(db),
  ]);
  const nameOfPriceId = (id: string): string | undefined => nameOfPrice(prices?.keyOf.get(id));
  const nameOfPractice = new Map([...practices, ...(own ? [own] : [])].map(({ id, name }) => [id, name]));
  const personById = new Map(people.map(({ id, name }) => [id, name]));
  const itemById = new Map(items.map(({ id, price_id: priceId, shown }) => [id, nameOfPriceId(priceId) ?? shown.name]));
  const bulkChangeById = new Map(bulkChanges.map(({ id, ...change }) => [id, change]));
  const practiceOfAccount = new Map(accounts.map((row) => [row.account_sid, row.practice_id]));
  return {
    practice: (id) => nameOfPractice.get(id),
    provider: (practiceId, id) =>
      (id === OFFICE ? 'the office' : providers.get(`${practiceId} ${id}`)) ?? 'a former provider',
    person: (id) => personById.get(id),
    item: (id) => itemById.get(id),
    price: nameOfPriceId,
    voiceAccount: (sid) => practiceOfAccount.get(sid),
    bulkChange: (id) => bulkChangeById.get(id),
  };
}
