/** The products for sale. The catalogue is code, so that it is reviewed, tested and released like everything else. */
import type { PlanInterval } from 'shared-api/contracts';
import { addOns } from './add-ons.js';
import { features } from './features.js';
import { plans } from './plans.js';

export interface CatalogueFeature {
  name: string;
  displayName: string;
  description: string;
  /** Sold in addition to a bundle. */
  addon?: true;
}

export interface CatalogueBundle {
  id: number;
  name: string;
  displayName: string;
  description: string;
  /** Names of its features. */
  features: readonly string[];
}

export interface CataloguePlan {
  key: string;
  /** Plans of one product differ only in their interval. */
  product: string;
  name: string;
  description: string;
  interval: PlanInterval;
  /** Cents. */
  amount: number;
  bundles: readonly string[];
  /** Features in addition to those of its bundles. */
  features: readonly string[];
  trialDays: number;
  /** 0 for a plan without a trial. */
  maxTrials: number;
  /** Offered in the New Subscription dialog. */
  isDefault: boolean;
}

/** A price of an add-on. */
export interface AddOnPrice {
  key: string;
  interval: PlanInterval;
  /** Cents. */
  amount: number;
  isDefault: boolean;
}

/** A feature that can be added to a bundle, with the rules of its group (specification: billing, 5). */
export interface AddOn {
  feature: string;
  bundle: string;
  group: string;
  isRecommended?: true;
  excludes?: readonly string[];
  incompatible?: readonly string[];
  requires?: readonly string[];
  prices: readonly AddOnPrice[];
}

export interface AddOnGroupRule {
  name: string;
  min: number;
  /** Null: no maximum. */
  max: number | null;
}

export const CURRENCY = 'usd';

export const bundles: readonly CatalogueBundle[] = [
  {
    id: 1,
    name: 'core',
    displayName: 'Core',
    description: 'Dashboards, schedules and reports that every practice starts with.',
    features: [
      'practice_dashboard',
      'schedule_view',
      'provider_reports',
      'patient_lists',
      'daily_huddle',
      'task_lists',
    ],
  },
  {
    id: 2,
    name: 'patient_engagement',
    displayName: 'Patient Engagement',
    description: 'Reminders, recall and conversations with patients.',
    features: ['appointment_reminders', 'recall_campaigns', 'two_way_texting', 'online_booking', 'patient_surveys'],
  },
  {
    id: 3,
    name: 'analytics',
    displayName: 'Practice Analytics',
    description: 'Production, collections and hygiene in comparable figures.',
    features: ['production_analytics', 'collections_analytics', 'hygiene_analytics', 'goal_tracking', 'data_export'],
  },
  {
    id: 4,
    name: 'phones',
    displayName: 'Phones',
    description: 'The patient’s record on the screen as the phone rings.',
    features: ['caller_cards', 'call_log', 'missed_call_texts', 'phone_numbers'],
  },
];

const byName = <Item extends { name: string }>(items: readonly Item[]): ReadonlyMap<string, Item> =>
  new Map(items.map((item) => [item.name, item]));

export const bundlesByName = byName(bundles);
export const featuresByName = byName(features);
export const plansByKey: ReadonlyMap<string, CataloguePlan> = new Map(plans.map((plan) => [plan.key, plan]));
/** Add-ons by the keys of their prices. */
export const addOnsByPriceKey: ReadonlyMap<string, AddOn> = new Map(
  addOns.flatMap((addOn) => addOn.prices.map(({ key }) => [key, addOn] as const)),
);

/** A bundle or feature with its display name. One no longer in the catalogue is displayed by its internal name. */
export function toNamedProduct(name: string): { name: string; display_name: string } {
  return { name, display_name: (bundlesByName.get(name) ?? featuresByName.get(name))?.displayName ?? name };
}

/** The bundles and additional features that a price gives. */
export interface Contents {
  bundles: readonly string[];
  features: readonly string[];
  /** Name of the add-on that the price belongs to. Null for a plan. */
  addOn: string | null;
}

/** The contents of a price, by its catalogue key. Undefined for a key that isn't in the catalogue. */
export function contentsOf(key: string | undefined): Contents | undefined {
  if (key === undefined) return undefined;
  const plan = plansByKey.get(key);
  if (plan) return { bundles: plan.bundles, features: plan.features, addOn: null };
  const addOn = addOnsByPriceKey.get(key);
  return addOn && { bundles: [], features: [addOn.feature], addOn: addOn.feature };
}

/** Name of the price's plan or add-on. Undefined for a key that isn't in the catalogue. */
export function nameOfPrice(key: string | undefined): string | undefined {
  if (key === undefined) return undefined;
  return plansByKey.get(key)?.name ?? featuresByName.get(addOnsByPriceKey.get(key)?.feature ?? '')?.displayName;
}

/** Description of the price's plan or add-on, in one sentence. Undefined for a key that isn't in the catalogue. */
export function descriptionOfPrice(key: string | undefined): string | undefined {
  if (key === undefined) return undefined;
  return plansByKey.get(key)?.description ?? featuresByName.get(addOnsByPriceKey.get(key)?.feature ?? '')?.description;
}

/** All features of these bundles and features. */
export function allFeaturesOf(contents: { bundles: readonly string[]; features: readonly string[] }): Set<string> {
  return new Set([
    ...contents.bundles.flatMap((name) => bundlesByName.get(name)?.features ?? []),
    ...contents.features,
  ]);
}
