/**
 * The rules for choosing add-ons of a subscription (specification: billing, 5; DECISIONS 11, 12, 15). The browser shows and
 * the server enforces the same rules.
 */
import type { AddOnOffer, OptionalFeature } from '../contracts/subscription-offers.js';
import type { PlanInterval } from '../contracts/subscriptions.js';

/** Facts about a subscription that determine which add-ons can be selected. */
export interface AddOnContext {
  features: readonly OptionalFeature[];
  /** The subscription's interval. */
  interval: PlanInterval;
  /** Names of the bundles in active items of the subscription. */
  bundles: readonly string[];
  /** Names of features that are active through an item, a bundle, a trial or a manual grant. */
  active: readonly string[];
  /** The active features that the subscription's or plan's own bundles include. */
  included?: readonly string[];
}

/**
 * Why an add-on can or can't be bought. `names` are the items that include, exclude or are needed by it: features, for
 * `needs` also the bundle, and for `group_full` the group.
 */
export interface AddOnStatus {
  state: AddOnOffer['state'];
  names: string[];
}

export interface AutomaticChange {
  feature: string;
  kind: 'added' | 'removed';
  /** The cause, as text for people. */
  reason: string;
}

export interface SelectionProblem {
  group: string;
  message: string;
}

export interface AddOnGroup {
  name: string;
  min: number;
  /** Null without a maximum. */
  max: number | null;
  /** The number of active and chosen features. */
  count: number;
  state: 'below' | 'within' | 'above';
  /** The features that can be chosen, in their order. */
  features: OptionalFeature[];
}

type Price = OptionalFeature['stripe_plans'][number]['plan'];

/** The price for the interval, otherwise the default or first price (DECISIONS 11). Undefined without any. */
export function priceFor(feature: OptionalFeature, interval: PlanInterval): Price | undefined {
  const priced = feature.stripe_plans.filter(({ plan }) => plan.interval === interval);
  return (priced.find(({ is_default }) => is_default) ?? priced[0])?.plan;
}

/** The first failed condition of the specification, in its order (billing, 5); undefined if all hold. */
function basicObstacle(
  feature: OptionalFeature,
  { interval, bundles, active, included = [] }: AddOnContext,
): AddOnStatus | undefined {
  const { feature_name: name, bundle_name: bundle } = feature;
  if (!priceFor(feature, interval)) return { state: 'no_price', names: [] };
  if (included.includes(name)) return { state: 'included', names: [bundle] };
  if (active.includes(name)) return { state: 'active', names: [] };
  return bundles.includes(bundle) ? undefined : { state: 'needs', names: [bundle] };
}

const isAvailable = (feature: OptionalFeature, context: AddOnContext): boolean =>
  basicObstacle(feature, context) === undefined;

/**
 * The available entry of each feature, or any entry if none is available, because two bundles can have the same
 * feature.
 */
function catalogOf(context: AddOnContext): Map<string, OptionalFeature> {
  const available = context.features.filter((feature) => isAvailable(feature, context));
  return new Map([...context.features, ...available].map((feature) => [feature.feature_name, feature]));
}

/** A feature with everything that it needs and the practice lacks, or the names of unavailable needs. */
function closureOf(
  feature: OptionalFeature,
  context: AddOnContext,
  catalog: ReadonlyMap<string, OptionalFeature>,
): { closure: OptionalFeature[] } | { missing: string[] } {
  const closure = new Map<string, OptionalFeature>();
  const missing: string[] = [];
  const visit = (one: OptionalFeature): void => {
    if (closure.has(one.feature_name)) return;
    closure.set(one.feature_name, one);
    for (const needed of one.requires_features.filter((name) => !context.active.includes(name))) {
      const neededItem = catalog.get(needed);
      if (neededItem && isAvailable(neededItem, context)) visit(neededItem);
      else missing.push(needed);
    }
  };
  visit(feature);
  return missing.length > 0 ? { missing } : { closure: [...closure.values()] };
}

/**
 * Whether an add-on can be bought on its own, together with what it needs. Page, preview and purchase all use this
 * rule: every offered add-on can be bought, and all others are rejected.
 */
export function addOnStatus(feature: OptionalFeature, context: AddOnContext): AddOnStatus {
  const obstacle = basicObstacle(feature, context);
  if (obstacle) return obstacle;
  const catalog = catalogOf(context);
  const needs = closureOf(feature, context, catalog);
  if ('missing' in needs) return { state: 'needs', names: needs.missing };
  const { closure } = needs;
  const active = context.active.flatMap((name) => catalog.get(name) ?? []);
  const rivals = active.filter((rival) => closure.some((one) => exclude(one, rival)));
  if (rivals.length > 0) return { state: 'excluded', names: rivals.map(({ feature_name: name }) => name) };
  const inner = closure.filter((one) => closure.some((other) => exclude(one, other)));
  if (inner.length > 0) return { state: 'excluded', names: inner.map(({ feature_name: name }) => name) };
  for (const { feature_group: group, group_max_allowed: max } of closure) {
    const count = [...active, ...closure].filter((one) => one.feature_group === group).length;
    if (max !== null && count > max) return { state: 'group_full', names: [group] };
  }
  return { state: 'offered', names: [] };
}

/** The features that can be added, in their display order. A feature of two bundles is listed once. */
export function offeredFeatures(context: AddOnContext): OptionalFeature[] {
  const names = new Set<string>();
  return context.features
    .filter((feature) => addOnStatus(feature, context).state === 'offered')
    .toSorted((a, b) => a.display_order - b.display_order)
    .filter(({ feature_name: name }) => !names.has(name) && names.add(name));
}

/** The features of a context by name. An offered feature has priority over the same feature in another bundle. */
function byName(context: AddOnContext): Map<string, OptionalFeature> {
  return new Map([...context.features, ...offeredFeatures(context)].map((feature) => [feature.feature_name, feature]));
}

/** Whether two features exclude each other. Either of them can declare it. */
function exclude(a: OptionalFeature, b: OptionalFeature): boolean {
  const declares = (one: OptionalFeature, other: OptionalFeature): boolean =>
    one.mutually_exclusive_with.includes(other.feature_name) || one.incompatible_with.includes(other.feature_name);
  return a.feature_name !== b.feature_name && (declares(a, b) || declares(b, a));
}

function groupsOf(chosen: readonly string[], context: AddOnContext): AddOnGroup[] {
  const available = context.features.filter((feature) => isAvailable(feature, context));
  const choices = offeredFeatures(context);
  const used = new Set([...chosen, ...context.active]);
  const items = [...byName(context).values()];
  return [...new Set(available.map(({ feature_group }) => feature_group))].map((name) => {
    const first = available.find(({ feature_group }) => feature_group === name);
    const { group_min_required: min = 0, group_max_allowed: max = null } = first ?? {};
    const count = items.filter((f) => f.feature_group === name && used.has(f.feature_name)).length;
    const state = count < min ? 'below' : max !== null && count > max ? 'above' : 'within';
    return { name, min, max, count, state, features: choices.filter(({ feature_group }) => feature_group === name) };
  });
}

/** The groups with available features, in the order of these features. */
export function addOnGroups(chosen: readonly string[], context: AddOnContext): AddOnGroup[] {
  const order = offeredFeatures(context).map(({ feature_group }) => feature_group);
  return groupsOf(chosen, context)
    .filter(({ features }) => features.length > 0)
    .toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
}

/**
 * The problems that prevent adding a selection; empty if there are none. Active features of a group count towards its
 * minimum and maximum. A group without chosen features has no minimum.
 */
export function selectionProblems(chosen: readonly string[], context: AddOnContext): SelectionProblem[] {
  const features = byName(context);
  const problems: SelectionProblem[] = groupsOf(chosen, context).flatMap(({ name: group, min, max, state }) => {
    const isUntouched = !chosen.some((name) => features.get(name)?.feature_group === group);
    if (state === 'within' || isUntouched) return [];
    const bound = state === 'below' ? `at least ${min}` : `no more than ${String(max)}`;
    return [{ group, message: `Select ${bound} features for ${group}.` }];
  });
  const used = [...new Set([...chosen, ...context.active])];
  chosen.forEach((name, place) => {
    const feature = features.get(name);
    const group = feature?.feature_group ?? '';
    const called = feature?.display_name ?? name;
    if (!feature || !isAvailable(feature, context)) {
      problems.push({ group, message: `${called} is not available for this subscription.` });
      return;
    }
    for (const other of used) {
      const rival = features.get(other);
      // Of two chosen features that exclude each other, the later one reports the problem.
      if (!rival || !exclude(feature, rival) || chosen.indexOf(other) > place) continue;
      problems.push({ group, message: `${called} cannot be used together with ${rival.display_name}.` });
    }
    for (const needed of feature.requires_features.filter((required) => !used.includes(required))) {
      problems.push({ group, message: `${called} needs ${features.get(needed)?.display_name ?? needed}.` });
    }
  });
  return problems;
}

/** A selection during automatic corrections. `keep` is never removed: the clicked feature and its needs. */
class Selection {
  readonly names: Set<string>;
  readonly keep = new Set<string>();
  private readonly reasons = new Map<string, string>();
  private readonly features: Map<string, OptionalFeature>;
  private readonly available: Set<string>;

  constructor(
    chosen: readonly string[],
    private readonly context: AddOnContext,
  ) {
    this.names = new Set(chosen);
    this.features = byName(context);
    this.available = new Set(offeredFeatures(context).map(({ feature_name }) => feature_name));
  }

  private called(name: string): string {
    return this.features.get(name)?.display_name ?? name;
  }

  /** Removes a feature and everything that needs it. */
  remove(name: string, reason: string): void {
    if (!this.names.has(name) || this.keep.has(name)) return;
    this.names.delete(name);
    this.reasons.set(name, reason);
    for (const other of [...this.names]) {
      if (this.features.get(other)?.requires_features.includes(name)) this.remove(other, `Needs ${this.called(name)}`);
    }
  }

  /** Adds a feature and everything it needs, and removes what they exclude. */
  add(name: string, reason: string): void {
    const feature = this.features.get(name);
    if (!feature || this.keep.has(name)) return;
    this.keep.add(name);
    if (!this.names.has(name)) {
      this.names.add(name);
      this.reasons.set(name, reason);
    }
    for (const other of [...this.names]) {
      const rival = this.features.get(other);
      if (rival && exclude(feature, rival)) this.remove(other, `Not together with ${feature.display_name}`);
    }
    for (const needed of feature.requires_features) {
      if (this.available.has(needed)) this.add(needed, `Needed by ${feature.display_name}`);
    }
  }

  /** Removes the earliest chosen features of a group until it fits. */
  trim(group: string): void {
    for (const name of [...this.names]) {
      const found = this.group(group);
      if (found?.state !== 'above') return;
      if (this.features.get(name)?.feature_group !== group) continue;
      this.remove(name, `${group} takes no more than ${String(found.max)}`);
    }
  }

  /** Fills a group to its minimum with features that change nothing else, recommended ones first. */
  topUp(group: string): void {
    const candidates = this.group(group)?.features.toSorted(
      (a, b) => Number(b.is_recommended) - Number(a.is_recommended),
    );
    for (const { feature_name: name } of candidates ?? []) {
      const found = this.group(group);
      if (found?.state !== 'below') return;
      if (this.names.has(name)) continue;
      const tried = new Selection([...this.names], this.context);
      tried.add(name, `${group} needs at least ${found.min}`);
      if (!this.disturbs(tried)) this.take(tried);
    }
  }

  /** Whether the other selection lacks a feature of this one, or has a new problem. */
  private disturbs(tried: Selection): boolean {
    if ([...this.names].some((name) => !tried.names.has(name))) return true;
    const faults = new Set(selectionProblems([...this.names], this.context).map(({ message }) => message));
    return selectionProblems([...tried.names], this.context).some(({ message }) => !faults.has(message));
  }

  private take(tried: Selection): void {
    for (const name of tried.names) this.names.add(name);
    for (const [name, reason] of tried.reasons) this.reasons.set(name, reason);
  }

  private group(name: string): AddOnGroup | undefined {
    return addOnGroups([...this.names], this.context).find((group) => group.name === name);
  }

  groupOf(name: string): string | undefined {
    return this.features.get(name)?.feature_group;
  }

  /** The automatic changes, compared with an earlier selection. */
  changesSince(before: readonly string[], clicked: string): AutomaticChange[] {
    const added = [...this.names].filter((name) => !before.includes(name));
    const removed = before.filter((name) => !this.names.has(name));
    const toChange = (kind: AutomaticChange['kind']) => (feature: string) => ({
      feature,
      kind,
      reason: this.reasons.get(feature) ?? '',
    });
    return [...added.map(toChange('added')), ...removed.map(toChange('removed'))].filter(
      ({ feature }) => feature !== clicked,
    );
  }
}

/**
 * Selects or clears an add-on (DECISIONS 12). Selecting removes the features that it excludes, adds those that it
 * needs, and trims and fills the affected groups to their maximum and minimum. The clicked add-on and its needs always
 * stay. Clearing removes the features that need it but fills nothing. The group then reports what is missing. A click
 * on an add-on that is not offered changes nothing.
 */
export function toggleAddOn(
  chosen: readonly string[],
  clicked: string,
  context: AddOnContext,
): { chosen: string[]; automatic: AutomaticChange[] } {
  const selection = new Selection(chosen, context);
  if (selection.names.has(clicked)) {
    selection.remove(clicked, '');
  } else if (offeredFeatures(context).some(({ feature_name }) => feature_name === clicked)) {
    selection.add(clicked, '');
    const touched = [...selection.keep, ...chosen.filter((name) => !selection.names.has(name))];
    const groups = new Set(touched.flatMap((name) => selection.groupOf(name) ?? []));
    for (const group of groups) selection.trim(group);
    for (const group of groups) selection.topUp(group);
  }
  return { chosen: [...selection.names], automatic: selection.changesSince(chosen, clicked) };
}
