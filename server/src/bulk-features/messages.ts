/** What people read about changes of many practices (specification: internal administration, 8; DECISIONS 27). */
import type { BulkAction, BulkType } from 'shared-api/contracts';

/** What is done, and whether it is for insider practices without a selection. */
export interface Deed {
  action: BulkAction;
  type: BulkType;
  forInsiders: boolean;
}

const lists: Readonly<Record<BulkType, string>> = {
  bundle: 'bundles',
  feature: 'features',
  feature_flag: 'feature flag',
};
const past: Readonly<Record<BulkAction, string>> = { add: 'added', remove: 'removed' };

const figure = (count: number): string => count.toLocaleString('en-US');
const practices = (count: number): string => (count === 1 ? '1 practice' : `${figure(count)} practices`);
const ending = ({ forInsiders }: Deed): string => (forInsiders ? ' for insider practices' : '');

export const messages = {
  done: (deed: Deed): string => `Successfully ${past[deed.action]} ${lists[deed.type]}${ending(deed)}`,
  /** Some or all have failed. */
  failed: (deed: Deed, failed: number, total: number): string =>
    `Failed to ${deed.action} ${lists[deed.type]}${ending(deed)}${
      failed === total ? '' : ` (${figure(failed)} of ${practices(total)})`
    }`,
  accepted: (total: number): string => `This goes on in the background: ${practices(total)}`,
  selectFirst: 'Please select practices first',
  oneOfTwo: 'Send either practice_ids or a filter',
  nothingFound: 'No practices found matching your criteria.',
  noSuchPractice: 'There is no such practice',
  fault: 'This practice could not be changed because of a fault on our side. Try it again.',
  unknownJob: 'There is no such bulk change.',
  stopping: 'The bulk change stops after the practices under way',
  over: 'This bulk change is over already.',
  resumed: 'The bulk change goes on',
  retried: (count: number): string => `Trying again: ${practices(count)}`,
  stillRunning: 'This bulk change is still running. Stop it first.',
  nothingLeft: 'Nothing is left to be done in this bulk change.',
  notes: 'Bulk change',
} as const;
