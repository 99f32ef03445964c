import { countText, plural, type ProductChangeType } from 'shared-api/contracts';

const practices = (count: number): string => plural(count, 'practice');
/** The last line of a list that is longer than the card. */
const more = (count: number): string => `and ${countText(count)} more`;

/** Texts of this module's contributions to the internal overview and the palette. */
export const contributionMessages = {
  pastDue: {
    label: 'Past due',
    attention: (count: number) => `${practices(count)} ${count === 1 ? 'has' : 'have'} payments past due`,
    detail: 'Access ends when the payment provider gives up. Check the card, or contact the practice.',
    action: 'See practices',
    subscriptions: (count: number) => plural(count, 'subscription'),
    more,
    none: 'No practice has a payment past due.',
    link: 'All past due',
  },
  approvals: {
    label: 'Approval',
    requestedBy: (who: string, until: string) =>
      `Requested by ${who}, expires ${until}. Someone else has to approve it.`,
    own: (until: string) => `You requested it. Someone else has to approve it by ${until}.`,
    review: 'Review',
    see: 'See request',
  },
  syncs: {
    label: 'Sync',
    attention: (count: number) => `Synchronization fails at ${practices(count)}`,
    detail: (count: number) => `${count === 1 ? 'Its' : 'Their'} data stays as of the last update until this is fixed.`,
    action: 'See sync status',
    membersOnly: 'Only the practice’s members and task admins can open its sync status.',
    more,
    none: 'No practice’s synchronization is failing.',
  },
  bulk: {
    label: 'Bulk change',
    stopped: (what: string) => `${what} was stopped`,
    failed: (what: string, failed: number) => `${what} failed for ${practices(failed)}`,
    detail: (done: number, total: number, who: string) =>
      `${countText(done)} of ${practices(total)} done, requested by ${who}.`,
    action: 'See results',
    what: (action: 'add' | 'remove', kind: 'bundle' | 'feature' | 'feature_flag', count: number) => {
      const noun = { bundle: 'bundle', feature: 'feature', feature_flag: 'flag' }[kind];
      return `${action === 'add' ? 'Adding' : 'Removing'} ${plural(count, noun)}`;
    },
    progress: (state: string, done: number, total: number) => ` ${state}, ${countText(done)} of ${countText(total)}`,
    states: { waiting: 'waiting', running: 'running', stopping: 'stopping', stopped: 'stopped', done: 'done' },
    failures: (count: number) => `${countText(count)} failed`,
    none: 'No bulk change is running, and none failed in the last 7 days.',
    link: 'All practices',
  },
  changes: {
    link: 'All practices',
    verbs: {
      ADD_BUNDLE: 'added',
      ADD_FEATURE: 'added',
      REMOVE_BUNDLE: 'removed',
      REMOVE_FEATURE: 'removed',
      TRIAL_START: 'started a trial of',
      TRIAL_END: 'ended the trial of',
      TRIAL_CANCEL: 'canceled the trial of',
    } satisfies Record<ProductChangeType, string>,
    at: (practice: string) => ` at ${practice}`,
    none: 'No products have changed yet.',
    lost: 'Lost access in the last 24 hours',
    more,
    noneLost: 'No practice lost access.',
  },
  commands: {
    addBundle: 'Add a bundle to practices',
    pastDue: 'Show practices with payments past due',
    approvals: 'See requests that wait for approval',
    insiders: 'Show insider practices',
  },
} as const;
