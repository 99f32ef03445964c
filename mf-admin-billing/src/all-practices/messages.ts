/** Texts of the "All practices" page. */
import {
  type BulkAction,
  type BulkJob,
  type BulkResult,
  type BulkType,
  countText,
  factsText,
  plural,
  type PracticeState,
} from 'shared-api/contracts';

/** Joins with commas and a final "and". */
const listFormat = new Intl.ListFormat('en-US', { type: 'conjunction' });

const practicesText = (count: number): string => plural(count, 'practice');

const except = (excluded: number): string => (excluded === 0 ? '' : ` except ${countText(excluded)}`);

interface BulkOperation {
  action: BulkAction;
  type: BulkType;
  forInsiders: boolean;
}

const pluralNames: Record<BulkType, string> = { bundle: 'bundles', feature: 'features', feature_flag: 'feature flags' };
const singularNames: Record<BulkType, string> = { bundle: 'bundle', feature: 'feature', feature_flag: 'feature flag' };
/** As in the specification's error texts (internal administration, 8), where only flags are singular. */
const toastNames: Record<BulkType, string> = { ...pluralNames, feature_flag: 'feature flag' };
const menuLabels: Record<BulkType, string> = { bundle: 'Bundles', feature: 'Features', feature_flag: 'Feature flags' };
const pastVerbs: Record<BulkAction, string> = { add: 'added', remove: 'removed' };
const verbs: Record<BulkAction, string> = { add: 'Add', remove: 'Remove' };
/** The end of titles. Toasts end as specified. */
const insidersOf: Record<BulkAction, string> = { add: ' to insider practices', remove: ' from insider practices' };

const insidersSuffix = ({ forInsiders }: BulkOperation): string => (forInsiders ? ' for insider practices' : '');
const failed = (operation: BulkOperation): string =>
  `Failed to ${operation.action} ${toastNames[operation.type]}${insidersSuffix(operation)}`;

export const messages = {
  title: 'All practices',
  lead: (total: number) => `Bundles, features and flags of ${practicesText(total)}.`,
  leadLoading: 'Bundles, features and flags of every practice.',
  search: 'Search practices',
  insider: 'Insider practices only',
  filterBy: {
    bundle: { label: 'Bundle', all: 'All bundles' },
    feature: { label: 'Feature', all: 'All features' },
    flag: { label: 'Feature flag', all: 'All feature flags' },
    state: { label: 'State', all: 'All states' },
  },
  filters: 'Filters',
  bulkChanges: 'Bulk changes',
  more: 'More actions',
  clearFilters: 'Clear filters',
  failed: 'Failed to load practice features data',
  empty: 'No practices found matching your criteria.',
  emptyHelp: 'Search by part of a name or by practice number, or change the filters.',
  emptyAll: 'Practices appear here once they’re created.',
  usage: {
    title: 'Usage Summary',
    andOthers: (name: string, others: number) => `${name} and ${countText(others)} more`,
    of: { bundles: 'Bundles', features: 'Features', feature_flags: 'Feature Flags' },
    none: 'No practice has one.',
    all: (count: number) => `Show all ${countText(count)}`,
    fewer: 'Show fewer',
    allOf: (what: string, count: number) => `Show all ${countText(count)} ${what}`,
    fewerOf: (what: string) => `Show fewer ${what}`,
    /** Text after the number. */
    having: (count: number, name: string) => ` ${count === 1 ? 'practice has' : 'practices have'} ${name}`,
  },
  table: {
    caption: 'Practices',
    select: 'Selected',
    selectOne: (practice: string) => `Select ${practice}`,
    selectPage: (count: number) => `Select the ${practicesText(count)} of this page`,
    practice: 'Practice',
    number: 'Number',
    bundles: 'Bundles',
    features: 'Features',
    flags: 'Feature Flags',
    actions: 'Actions',
    edit: 'Edit',
    editOf: (practice: string) => `Edit ${practice}`,
    csv: 'Export CSV',
    csvOf: (count: number) => `Export CSV of all ${practicesText(count)}`,
    none: '–',
    noneSpoken: 'None',
  },
  chips: {
    sources: { subscription: 'from a subscription', trial: 'from a trial', grant: 'added manually' },
    via: (bundles: string) => `via ${bundles}`,
    more: (count: number) => `+${count}`,
    all: (what: string, practice: string, count: number) => `All ${count} ${what} of ${practice}`,
    beyond: 'Beyond the bundles',
    features: (count: number) => plural(count, 'feature'),
    flags: (count: number) => plural(count, 'flag'),
  },
  selection: {
    label: 'Selection',
    found: (count: number, what: string) => `${practicesText(count)}${what === '' ? '' : ` ${what}`}`,
    /** Shown when the server returns the closest names instead of matches. `what`: the rest of the filter. */
    closest: (search: string, count: number, what: string) =>
      `No practice matches “${search}”. Showing the closest names: ${practicesText(count)}${what === '' ? '' : ` ${what}`}.`,
    none: 'No practices selected',
    count: (count: number) => `${practicesText(count)} selected`,
    matching: (count: number, what: string, excluded: number) =>
      `All ${practicesText(count)} ${what} selected${excluded === 0 ? '' : `, except ${countText(excluded)}`}`,
    /** The parts of a filter, each with the verb for one practice and for several. */
    that: (parts: readonly string[]) => `that ${listFormat.format(parts)}`,
    insiders: ['is an insider', 'are insiders'],
    inState: {
      past_due: ['is past due', 'are past due'],
      expired: ['has expired', 'have expired'],
      inactive: ['is inactive', 'are inactive'],
      trial: ['is on trial', 'are on trial'],
      no_access: ['has no access', 'have no access'],
    } satisfies Record<PracticeState, readonly [string, string]>,
    having: (names: readonly string[]) => [`has ${listFormat.format(names)}`, `have ${listFormat.format(names)}`],
    searched: (search: string) => [`matches “${search}”`, `match “${search}”`],
    filterAll: 'of the console',
    selectAll: (count: number, what: string) => `Select all ${practicesText(count)}${what === '' ? '' : ` ${what}`}`,
    clear: 'Clear selection',
    clearShort: 'Clear',
    show: 'Show selected',
    showShort: 'Show',
    showExcluded: (count: number) => `Show the ${countText(count)} excluded`,
    hide: 'Hide',
    list: 'Selected practices',
    excludedList: 'Excluded practices',
    /** Includes the number, because names are not unique. */
    chip: (practice: string, id: number) => factsText([practice, `No. ${id}`]),
    remove: (practice: string) => `Remove ${practice} from the selection`,
    include: (practice: string) => `Include ${practice} again`,
    more: (count: number) => `Show ${countText(count)} more`,
    elsewhere:
      'The selection uses another filter, so you can’t select single practices here. Clear the selection first.',
    matchingHelp: 'A change applies to every practice that matches the filter when you submit it.',
  },
  bulk: {
    waiting: (message: string) => `${message}. Someone else approves it under Activity.`,
    menus: { add: 'Add…', remove: 'Remove…' } satisfies Record<BulkAction, string>,
    entry: (type: BulkType) => menuLabels[type],
    entryInsiders: (type: BulkType) => `${menuLabels[type]} for insider practices`,
    selectFirst: 'Please select practices first',
    title: ({ action, type, forInsiders }: BulkOperation) =>
      `${verbs[action]} ${pluralNames[type]}${forInsiders ? insidersOf[action] : ''}`,
    for: ({ action }: BulkOperation, who: string) => `${action === 'add' ? 'To' : 'From'} ${who}.`,
    selected: (count: number) => (count === 1 ? 'the selected practice' : `the ${countText(count)} selected practices`),
    matching: (count: number, what: string, excluded: number) =>
      `all ${practicesText(count)} ${what}${except(excluded)}`,
    insiders: (count: number | undefined) =>
      count === undefined ? 'all insider practices' : `all ${plural(count, 'insider practice')}`,
    choose: (type: BulkType) => `Choose at least one ${singularNames[type]}`,
    loadFailed: 'Couldn’t load the list',
    next: 'Preview changes',
    back: 'Back',
    preview: {
      loading: 'Calculating changes…',
      failed: 'Couldn’t calculate the changes',
      will: 'Will change',
      stay: (action: BulkAction, items: number) =>
        ({ add: ['Already have it', 'Already have all of them'], remove: ['Do not have it', 'Have none of them'] })[
          action
        ][items === 1 ? 0 : 1],
      effect: 'Practices that change, by name',
      gain: (count: number, name: string) => `${practicesText(count)} ${count === 1 ? 'gains' : 'gain'} ${name}`,
      lose: (count: number, name: string) => `${practicesText(count)} ${count === 1 ? 'loses' : 'lose'} ${name}`,
      held: (count: number) =>
        `${practicesText(count)} ${count === 1 ? 'has' : 'have'} it from a subscription or a trial. It’s removed anyway and stays removed while the subscription continues.`,
      nothing: 'Nothing would change.',
    },
    go: (count: number) => `Change ${practicesText(count)}`,
    unknown:
      'We didn’t get a response, so we don’t know whether this happened. You can safely try again: it happens at most once.',
    refused: 'Nothing was changed',
    tryAgain: 'Try again',
  },
  results: {
    title: ({ action, type, forInsiders }: BulkOperation) =>
      `Result: ${pastVerbs[action]} ${pluralNames[type]}${forInsiders ? insidersOf[action] : ''}`,
    jobTitle: ({ action, type, forInsiders }: BulkOperation) =>
      `${action === 'add' ? 'Adding' : 'Removing'} ${pluralNames[type]}${forInsiders ? insidersOf[action] : ''}`,
    caption: 'Result for each practice',
    practice: 'Practice',
    outcome: 'Outcome',
    before: 'Before',
    after: 'After',
    nothing: 'None',
    note: 'Note',
    number: 'Number',
    unknownPractice: 'Unknown practice',
    csv: 'Export CSV',
    csvFileName: 'bulk-change.csv',
    status: { changed: 'Changed', unchanged: 'Unchanged', failed: 'Failed' } satisfies Record<
      BulkResult['status'],
      string
    >,
    counts: ({ changed, unchanged, failed: notDone }: Record<BulkResult['status'], number>) =>
      `${countText(changed)} changed, ${countText(unchanged)} unchanged, ${countText(notDone)} failed`,
    retry: (count: number) => `Retry ${count === 1 ? 'the failed one' : `the ${countText(count)} failed`}`,
    empty: 'No results yet',
    emptyHelp: 'Each practice appears here with its result, failures first.',
    more: (count: number) => `Show more of the ${countText(count)}`,
    limited: (shown: number, of: number) => `Showing the first ${countText(shown)} of ${countText(of)}.`,
  },
  job: {
    state: {
      waiting: 'Waiting to start',
      running: 'Running',
      stopping: 'Stopping',
      stopped: 'Stopped',
      done: 'Done',
      failed: 'Stopped by an error',
    } satisfies Record<BulkJob['state'], string>,
    progress: (done: number, total: number) => `${countText(done)} of ${countText(total)} practices`,
    startedBy: (who: string, when: string) => `Started by ${who}, ${when}`,
    stop: 'Stop',
    stopHelp: 'Practices that have changed stay changed.',
    resume: 'Resume',
    loading: 'Loading progress…',
    failed: 'Couldn’t load the progress',
    again: 'Couldn’t load the progress. The change continues, and this page keeps checking.',
    gone: 'This bulk change no longer exists',
    goneHelp: 'Its record was deleted, or the link is incomplete. See each practice’s history for what it changed.',
    stopFailed: 'Couldn’t stop the change',
    resumeFailed: 'Couldn’t resume the change',
    fault: 'An error stopped the change before it reached every practice. Resume to continue where it stopped.',
  },
  edit: {
    /** The confirmation before bundles are removed. */
    confirm: { title: 'Save Changes', back: 'Keep editing' },
    title: 'Edit Practice Features',
    of: (practice: string) => `Bundles and features of ${practice}. Feature flags don’t change.`,
    loading: 'Loading the practice’s features...',
    failed: 'Failed to load practice features',
    noRecord: 'This practice has no features record',
    bundles: 'Bundles',
    features: 'Features',
    effect: 'Effect',
    save: (changes: number) => (changes === 1 ? 'Save 1 change' : `Save ${changes} changes`),
    saveNone: 'Save changes',
    nothing: 'No changes yet',
    wait: 'Calculating the effect',
    restored: (count: number) => `${plural(count, 'unsaved change')} restored`,
    chooseFirst: 'Choose which versions to keep first',
    refused: 'Nothing was saved',
    discard: {
      title: 'Discard your changes?',
      text: (changes: number) => `${plural(changes, 'change is', 'changes are')} not saved.`,
      go: 'Discard changes',
      stay: 'Keep editing',
    },
    unsaved: (practice: string) => `changes to the features of ${practice}`,
  },
  toasts: {
    saved: 'Successfully updated practice features',
    saveFailed: 'Failed to update practice features',
    done: (operation: BulkOperation) =>
      `Successfully ${pastVerbs[operation.action]} ${toastNames[operation.type]}${insidersSuffix(operation)}`,
    failed,
    partly: (operation: BulkOperation, notDone: number, of: number) =>
      `${failed(operation)} (${countText(notDone)} of ${practicesText(of)})`,
  },
} as const;
