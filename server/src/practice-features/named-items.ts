/** Bundles, features and flags as callers name them (DECISIONS 6). Pure. */
import type { BulkType, NamedItem } from 'shared-api/contracts';
import { bundles, bundlesByName, featuresByName, toNamedProduct } from '../catalogue/catalogue.js';
import { featureFlags } from '../catalogue/feature-flags.js';
import { features } from '../catalogue/features.js';
import { messages } from './messages.js';

const flagsByName = new Map(featureFlags.map((flag) => [flag.name, flag]));

export function nameOf(item: NamedItem): string {
  if (typeof item === 'string') return item;
  if ('name' in item) return item.name;
  if ('bundle_name' in item) return item.bundle_name;
  if ('feature_name' in item) return item.feature_name;
  return 'feature' in item ? item.feature : item.value;
}

/** An item with its display name. One that the catalogue no longer has is called by its internal name. */
export function toNamedItem(type: BulkType, name: string): { name: string; display_name: string } {
  if (type !== 'feature_flag') return toNamedProduct(name);
  return { name, display_name: flagsByName.get(name)?.displayName ?? name };
}

const known: Readonly<Record<BulkType, { has(name: string): boolean }>> = {
  bundle: bundlesByName,
  feature: featuresByName,
  feature_flag: flagsByName,
};

const order: Readonly<Record<BulkType, ReadonlyMap<string, number>>> = {
  bundle: new Map(bundles.map(({ name }, index) => [name, index])),
  feature: new Map(features.map(({ name }, index) => [name, index])),
  feature_flag: new Map(featureFlags.map(({ name }, index) => [name, index])),
};

/** Every name of the catalogue, in its order. */
export function allNames(type: BulkType): string[] {
  return [...order[type].keys()];
}

/** In the order of the catalogue; what it no longer has comes last, by name. */
export function sortByCatalogue<Item extends { name: string }>(type: BulkType, items: readonly Item[]): Item[] {
  const place = ({ name }: Item): number => order[type].get(name) ?? Number.MAX_SAFE_INTEGER;
  return [...items].sort((one, other) => place(one) - place(other) || (one.name < other.name ? -1 : 1));
}

export type FieldErrors = Record<string, string>;

/**
 * @param owned names that the practice has although the catalogue no longer does
 * @returns what is wrong, by the dotted path in the body
 */
export function findUnknownNames(
  type: BulkType,
  field: string,
  names: readonly string[],
  owned: ReadonlySet<string> = new Set(),
): FieldErrors {
  return Object.fromEntries(
    names.flatMap((name, index) =>
      known[type].has(name) || owned.has(name) ? [] : [[`${field}.${index}`, messages.unknown[type]] as const],
    ),
  );
}
