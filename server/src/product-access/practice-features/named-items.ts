/** Bundles, features and flags by the names that callers use (DECISIONS 6). Pure functions. */
import type { BulkType, NamedItem } from 'shared-api/contracts';
import { bundles, bundlesByName, featuresByName, toNamedProduct } from '../../billing/catalogue/catalogue.js';
import { featureFlags } from '../../access/practice-records/feature-flag-catalog.js';
import { features } from '../../billing/catalogue/features.js';
import { messages } from './messages.js';

const flagsByName = new Map(featureFlags.map((flag) => [flag.name, flag]));

export function nameOf(item: NamedItem): string {
  if (typeof item === 'string') return item;
  if ('name' in item) return item.name;
  if ('bundle_name' in item) return item.bundle_name;
  if ('feature_name' in item) return item.feature_name;
  return 'feature' in item ? item.feature : item.value;
}

/** An item with its display name. One no longer in the catalogue is displayed by its internal name. */
export function toNamedItem(type: BulkType, name: string): { name: string; display_name: string } {
  if (type !== 'feature_flag') return toNamedProduct(name);
  return { name, display_name: flagsByName.get(name)?.displayName ?? name };
}

const catalogs: Readonly<Record<BulkType, { has(name: string): boolean }>> = {
  bundle: bundlesByName,
  feature: featuresByName,
  feature_flag: flagsByName,
};

const order: Readonly<Record<BulkType, ReadonlyMap<string, number>>> = {
  bundle: new Map(bundles.map(({ name }, index) => [name, index])),
  feature: new Map(features.map(({ name }, index) => [name, index])),
  feature_flag: new Map(featureFlags.map(({ name }, index) => [name, index])),
};

/** All names of the catalogue, in its order. */
export function allNames(type: BulkType): string[] {
  return [...order[type].keys()];
}

/** Sorts in the order of the catalogue. Names that are no longer in the catalogue come last, in alphabetical order. */
export function sortByCatalogue<Item extends { name: string }>(type: BulkType, items: readonly Item[]): Item[] {
  const place = ({ name }: Item): number => order[type].get(name) ?? Number.MAX_SAFE_INTEGER;
  return [...items].sort((one, other) => place(one) - place(other) || (one.name < other.name ? -1 : 1));
}

/** The display name of a catalogue item of any kind, otherwise the name as sent. */
function displayNameOf(name: string): string {
  return flagsByName.get(name)?.displayName ?? toNamedProduct(name).display_name;
}

export type FieldErrors = Record<string, string>;

/**
 * @param owned names that the practice has although they are no longer in the catalogue
 * @returns the errors, by the dotted path in the body
 */
export function findUnknownNames(
  type: BulkType,
  field: string,
  names: readonly string[],
  owned: ReadonlySet<string> = new Set(),
): FieldErrors {
  return Object.fromEntries(
    names.flatMap((name, index) =>
      catalogs[type].has(name) || owned.has(name)
        ? []
        : [[`${field}.${index}`, messages.unknown[type](displayNameOf(name))] as const],
    ),
  );
}
