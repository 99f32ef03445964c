/** Sentences about bundles, features and flags. */
import { toNamedProduct } from '../../../billing/catalogue/catalogue.js';
import { featureFlags } from '../../../access/practice-records/feature-flag-catalog.js';
import type { AuditAction } from '../../../platform/audit/actions.js';
import type { Describe } from '../logged-change.js';
import { recordOf, textsOf } from '../recorded.js';
import { added, name, namesOf, removed, restOf, sentence } from '../sentence.js';

const PAGE = 'subscriptions/plans';
const INTERNAL_PAGE = 'subscriptions';

const sourceNames: Record<string, string> = { subscription: 'subscription', trial: 'trial', grant: 'added manually' };

/** `bundle:phones` → `Phones`. */
export function productText(key: string): string {
  const [kind, id] = [key.slice(0, key.indexOf(':')), key.slice(key.indexOf(':') + 1)];
  const { display_name: text } = toNamedProduct(id);
  // A product that is no longer sold only has its internal name.
  return text === id ? `a former ${kind === 'bundle' ? 'bundle' : 'feature'}` : text;
}

export const flagText = (flag: string): string =>
  featureFlags.find((one) => one.name === flag)?.displayName ?? 'a former flag';

/** Bundles first: they say more than the features that come with them. */
const byWeight = (keys: readonly string[]): string[] => [
  ...keys.filter((key) => key.startsWith('bundle:')),
  ...keys.filter((key) => !key.startsWith('bundle:')),
];

const sourcesText = (value: unknown): string | null =>
  textsOf(value)
    .map((source) => sourceNames[source] ?? 'another source')
    .join(', ') || null;

export const accessSentences = {
  'entitlements.change': ({ before, after }) => {
    const [had, has] = [recordOf(before), recordOf(after)];
    const gained = byWeight(Object.keys(has).filter((key) => !(key in had))).map(productText);
    const lost = byWeight(Object.keys(had).filter((key) => !(key in has))).map(productText);
    const other = byWeight(Object.keys(has).filter((key) => key in had));
    const pages = { page: PAGE, internalPage: INTERNAL_PAGE };
    if (gained.length + lost.length === 0) {
      return {
        sentence: sentence('changed where ', ...namesOf(other.map(productText), name), ' comes from'),
        changes: other.map((key) => ({
          label: productText(key),
          before: sourcesText(had[key]),
          after: sourcesText(has[key]),
        })),
        ...pages,
      };
    }
    return {
      sentence: sentence(
        ...(gained.length > 0 ? ['added ', ...namesOf(gained, added)] : []),
        gained.length > 0 && lost.length > 0 ? ', and ' : '',
        ...(lost.length > 0 ? ['removed ', ...namesOf(lost, removed)] : []),
      ),
      changes: [...restOf('Added', gained, 'after'), ...restOf('Removed', lost, 'before')],
      ...pages,
    };
  },

  'entitlements.restore': ({ after }) => {
    const restored = byWeight(textsOf(recordOf(after)['restored'])).map(productText);
    return {
      sentence: sentence('restored ', ...namesOf(restored, added), ', which had been removed manually'),
      changes: restOf('Restored', restored, 'after'),
      page: PAGE,
      internalPage: INTERNAL_PAGE,
    };
  },

  'feature_flags.change': ({ before, after }) => {
    const [off, on] = [textsOf(before).map(flagText), textsOf(after).map(flagText)];
    return {
      sentence: sentence(
        ...(on.length > 0 ? ['turned on ', ...namesOf(on, added)] : []),
        on.length > 0 && off.length > 0 ? ', and ' : '',
        ...(off.length > 0 ? ['turned off ', ...namesOf(off, removed)] : []),
      ),
      changes: [...restOf('Turned on', on, 'after'), ...restOf('Turned off', off, 'before')],
      internalPage: INTERNAL_PAGE,
    };
  },
} satisfies Partial<Record<AuditAction, Describe>>;
