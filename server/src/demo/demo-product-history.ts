/** Several years of product changes of practice 1, of every type, in addition to the changes of its subscriptions. */
import { randomUUID } from 'node:crypto';
import { systemActor } from '../platform/audit/actor.js';
import { bundles } from '../billing/catalogue/catalogue.js';
import { features } from '../billing/catalogue/features.js';
import type { Db } from '../platform/database/tables.js';
import { inTransaction } from '../platform/database/transaction.js';
import { recordProductChanges } from '../billing/entitlements/product-history.js';

const A_DAY_MS = 86_400_000;
const PRACTICE = 1;
/** Enough for several pages at every page size. */
const ENTRIES = 56;
const people = ['Iris Okafor', 'Sasha Lindqvist', 'Olivia Marsh'] as const;

const types = [
  'ADD_FEATURE',
  'REMOVE_FEATURE',
  'ADD_BUNDLE',
  'REMOVE_BUNDLE',
  'TRIAL_START',
  'TRIAL_END',
  'TRIAL_CANCEL',
] as const;

export async function addPastProductChanges(db: Db, now: Date): Promise<void> {
  await inTransaction(db, async (transaction) => {
    for (let entry = 0; entry < ENTRIES; entry += 1) {
      const at = new Date(now.getTime() - (1400 + entry * 9) * A_DAY_MS);
      const type = types[entry % types.length] ?? 'ADD_FEATURE';
      const feature = features[(entry * 5) % features.length];
      const bundle = bundles[entry % bundles.length];
      if (!feature || !bundle) continue;
      const ofBundle = type.endsWith('BUNDLE') || type.startsWith('TRIAL');
      const trial = type.startsWith('TRIAL');
      await recordProductChanges(
        transaction,
        [
          {
            practiceId: PRACTICE,
            type,
            ...(ofBundle
              ? { bundle: { id: bundle.id, name: bundle.name } }
              : { feature: { name: feature.name, display_name: feature.displayName } }),
            product: ofBundle ? bundle.displayName : feature.displayName,
            ...(trial && { trialStart: at, trialEnd: new Date(at.getTime() + 14 * A_DAY_MS) }),
            notes: 'Taken over from the system before this one',
            data: { ticket: `OPS-${1200 + entry}` },
          },
        ],
        { actor: systemActor(people[entry % people.length] ?? people[0]), now: at },
      );
    }
    // An entry of an older system with invalid JSON. Code that reads the history must handle it.
    await transaction
      .insertInto('product_change_history')
      .values({
        practice_id: PRACTICE,
        created_at: new Date(now.getTime() - 2000 * A_DAY_MS),
        id: randomUUID(),
        change_type: 'ADD_BUNDLE',
        bundle_name: 'core',
        bundle_id: null,
        feature_name: null,
        feature_display_name: null,
        product_name: 'Core',
        user_name: 'Import',
        user_email: null,
        trial_start_date: null,
        trial_end_date: null,
        notes: null,
        additional_data: '{"source": "legacy", "lines": [',
      })
      .execute();
  });
}
