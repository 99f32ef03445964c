/** Texts about bulk changes (specification: internal administration, 8; DECISIONS 27). */
import { type BulkAction, type BulkType, countText, plural } from 'shared-api/contracts';

/** The operation, and whether it is for insider practices without a selection. */
export interface BulkOperation {
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

const practices = (count: number): string => plural(count, 'practice');
const ending = ({ forInsiders }: BulkOperation): string => (forInsiders ? ' for insider practices' : '');

export const messages = {
  done: (operation: BulkOperation): string =>
    `Successfully ${past[operation.action]} ${lists[operation.type]}${ending(operation)}`,
  /** Some or all practices have failed. */
  failed: (operation: BulkOperation, failed: number, total: number): string =>
    `Failed to ${operation.action} ${lists[operation.type]}${ending(operation)}${
      failed === total ? '' : ` (${countText(failed)} of ${practices(total)})`
    }`,
  accepted: (total: number): string => `Running in the background: ${practices(total)}`,
  waiting: (summary: string): string => `Waits for approval: ${summary}`,
  selectFirst: 'Please select practices first',
  oneOfTwo: 'Select practices or a filter, not both',
  excludeFromFilter: 'Exclude practices only from a filter',
  nothingFound: 'No practices found matching your criteria.',
  noSuchPractice: 'This practice doesn’t exist',
  fault: 'Something went wrong on our side, so this practice wasn’t changed. Try again.',
  unknownJob: 'This bulk change doesn’t exist.',
  stopping: 'Stopping after the practices in progress',
  over: 'This bulk change has already finished.',
  resumed: 'Bulk change resumed',
  retried: (count: number): string => `Retrying ${practices(count)}`,
  stillRunning: 'This bulk change is still running. Stop it first.',
  nothingLeft: 'This bulk change has nothing left to do.',
  fromTrial: (item: string): string => `${item} (trial)`,
  notes: 'Bulk change',
} as const;
