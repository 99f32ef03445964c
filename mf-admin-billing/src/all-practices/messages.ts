/** Every text of the page of all practices. */
import type { BulkAction, BulkJob, BulkResult, BulkType } from 'shared-api/contracts';

const figure = (count: number): string => count.toLocaleString('en-US');
const practices = (count: number): string => (count === 1 ? '1 practice' : `${figure(count)} practices`);

interface Deed {
  action: BulkAction;
  type: BulkType;
  forInsiders: boolean;
}

const lists: Record<BulkType, string> = { bundle: 'bundles', feature: 'features', feature_flag: 'feature flags' };
const singles: Record<BulkType, string> = { bundle: 'bundle', feature: 'feature', feature_flag: 'feature flag' };
/** As the error catalogue has them (specification: internal administration, 8): flags alone in the singular. */
const inToast: Record<BulkType, string> = { ...lists, feature_flag: 'feature flag' };
const entries: Record<BulkType, string> = { bundle: 'Bundles', feature: 'Features', feature_flag: 'Feature flags' };
const past: Record<BulkAction, string> = { add: 'added', remove: 'removed' };
const verbs: Record<BulkAction, string> = { add: 'Add', remove: 'Remove' };
const ofInsiders = ({ forInsiders }: Deed): string => (forInsiders ? ' for insider practices' : '');
const failed = (deed: Deed): string => `Failed to ${deed.action} ${inToast[deed.type]}${ofInsiders(deed)}`;

export const words = {
  title: 'All practices',
  lead: (total: number) => `What ${practices(total)} may use, and changes to many of them at once.`,
  leadLoading: 'What every practice may use, and changes to many of them at once.',
  search: 'Search practices',
  insider: 'Insider practices only',
  filters: 'Filters and bulk changes',
  clearFilters: 'Clear the filters',
  failed: 'Failed to load practice features data',
  empty: 'No practices found matching your criteria.',
  emptyHelp: 'Search for a part of the name, or for the number of a practice.',
  emptyAll: 'Practices appear here once they are made.',
  usage: {
    title: 'Usage Summary',
    of: { bundles: 'Bundles', features: 'Features', feature_flags: 'Feature Flags' },
    none: 'No practice has any.',
    all: (count: number) => `Show all ${figure(count)}`,
    fewer: 'Show fewer',
    allOf: (what: string, count: number) => `Show all ${figure(count)} ${what}`,
    fewerOf: (what: string) => `Show fewer ${what}`,
    practices,
  },
  table: {
    caption: 'Practices',
    select: 'Selected',
    selectOne: (practice: string) => `Select ${practice}`,
    selectPage: (count: number) => `Select the ${practices(count)} of this page`,
    practice: 'Practice',
    bundles: 'Bundles',
    features: 'Features',
    flags: 'Feature Flags',
    actions: 'Actions',
    edit: 'Edit',
    editOf: (practice: string) => `Edit ${practice}`,
    number: (id: number) => `No. ${id}`,
    none: '–',
    noneSpoken: 'None',
  },
  chips: {
    sources: { subscription: 'from a subscription', trial: 'from a trial', grant: 'added manually' },
    via: (bundles: string) => `via ${bundles}`,
    more: (count: number) => `+${count}`,
    all: (what: string, practice: string, count: number) => `All ${count} ${what} of ${practice}`,
  },
  selection: {
    label: 'Selection',
    none: 'No practices selected',
    count: (count: number) => `${practices(count)} selected`,
    matching: (count: number, what: string) => `All ${practices(count)} ${what} selected`,
    filter: (search: string, insider: boolean) =>
      [...(insider ? ['that are insiders'] : []), ...(search === '' ? [] : [`that match “${search}”`])].join(' and '),
    filterAll: 'of the console',
    selectAll: (count: number, what: string) => `Select all ${practices(count)}${what === '' ? '' : ` ${what}`}`,
    clear: 'Clear selection',
    show: 'Show which',
    hide: 'Hide',
    list: 'Selected practices',
    /** Names are not unique. */
    chip: (practice: string, id: number) => `${practice} · No. ${id}`,
    remove: (practice: string) => `Take ${practice} out of the selection`,
    more: (count: number) => `Show ${figure(count)} more`,
    elsewhere:
      'The selection is by another filter, so single practices cannot be ticked here. Clear the selection to tick them.',
    matchingHelp: 'The filter is what is sent, so the change goes to all practices that it finds at that moment.',
    narrowed: (count: number, what: string, left: number) =>
      `A selection of all practices ${what} cannot leave single ones out. Of the ${figure(count)}, the ${
        left === 1 ? '1 other' : `${figure(left)} others`
      } on this page stay selected.`,
    restore: (count: number) => `Select all ${figure(count)} again`,
  },
  bulk: {
    menus: { add: 'Add…', remove: 'Remove…' } satisfies Record<BulkAction, string>,
    entry: (type: BulkType) => entries[type],
    entryInsiders: (type: BulkType) => `${entries[type]} for insider practices`,
    selectFirst: 'Please select practices first',
    title: ({ action, type, forInsiders }: Deed) =>
      `${verbs[action]} ${lists[type]}${forInsiders ? ' for insider practices' : ''}`,
    for: ({ action }: Deed, who: string) => `${action === 'add' ? 'To' : 'From'} ${who}.`,
    selected: (count: number) => (count === 1 ? 'the selected practice' : `the ${figure(count)} selected practices`),
    matching: (count: number, what: string) => `all ${practices(count)} ${what}`,
    insiders: (count: number | undefined) =>
      count === undefined
        ? 'all insider practices'
        : `all ${count === 1 ? '1 insider practice' : `${figure(count)} insider practices`}`,
    choose: (type: BulkType) => `Choose at least one ${singles[type]}`,
    loadFailed: 'The list to choose from could not be loaded',
    next: 'See what changes',
    back: 'Back',
    preview: {
      loading: 'Working out what changes…',
      failed: 'What this changes could not be worked out',
      will: 'Will change',
      stay: (action: BulkAction, items: number) =>
        ({ add: ['Already have it', 'Already have all of them'], remove: ['Do not have it', 'Have none of them'] })[
          action
        ][items === 1 ? 0 : 1],
      effect: 'Practices that change, by name',
      gain: (count: number) => `${practices(count)} ${count === 1 ? 'gains' : 'gain'} it`,
      lose: (count: number) => `${practices(count)} ${count === 1 ? 'loses' : 'lose'} it`,
      held: (count: number) =>
        `${practices(count)} ${count === 1 ? 'has' : 'have'} it from a subscription or a trial. It is taken all the same, and stays away while the subscription goes on.`,
      nothing: 'Nothing would change.',
    },
    go: (count: number) => `Change ${practices(count)}`,
    unknown: 'No answer came, so it is not known whether this happened. Trying again is safe: it happens once at most.',
    refused: 'Nothing was changed',
    tryAgain: 'Try again',
  },
  results: {
    title: ({ action, type, forInsiders }: Deed) =>
      `Result: ${past[action]} ${lists[type]}${forInsiders ? ' for insider practices' : ''}`,
    jobTitle: ({ action, type, forInsiders }: Deed) =>
      `${action === 'add' ? 'Adding' : 'Removing'} ${lists[type]}${forInsiders ? ' for insider practices' : ''}`,
    caption: 'Result for each practice',
    practice: 'Practice',
    outcome: 'Outcome',
    note: 'Note',
    unknownPractice: (id: number) => `No. ${id}`,
    status: { changed: 'Changed', unchanged: 'Unchanged', failed: 'Failed' } satisfies Record<
      BulkResult['status'],
      string
    >,
    counts: ({ changed, unchanged, failed: notDone }: Record<BulkResult['status'], number>) =>
      `${figure(changed)} changed, ${figure(unchanged)} unchanged, ${figure(notDone)} failed`,
    retry: (count: number) => `Retry ${count === 1 ? 'the failed one' : `the ${figure(count)} failed`}`,
    empty: 'No practice is dealt with yet',
    emptyHelp: 'Each practice is listed with what became of it, failed ones first.',
    more: (count: number) => `Show more of the ${figure(count)}`,
    limited: (shown: number, of: number) => `The first ${figure(shown)} of ${figure(of)} are listed.`,
  },
  job: {
    state: {
      waiting: 'Waiting to begin',
      running: 'Running',
      stopping: 'Stopping',
      stopped: 'Stopped',
      done: 'Done',
      failed: 'Ended by a fault',
    } satisfies Record<BulkJob['state'], string>,
    progress: (done: number, total: number) => `${figure(done)} of ${figure(total)} practices`,
    startedBy: (who: string, when: string) => `Started by ${who}, ${when}`,
    stop: 'Stop',
    stopHelp: 'What is done stays done.',
    resume: 'Resume',
    loading: 'Reading how far the change is…',
    failed: 'How far the change is could not be read',
    again: 'How far the change is could not be read just now. It goes on, and is asked for again.',
    gone: 'This bulk change is not known any more',
    goneHelp:
      'Its record was cleared away, or the address is not complete. What it changed is in the practices’ history.',
    stopFailed: 'The change could not be stopped',
    resumeFailed: 'The change could not be resumed',
    fault: 'A fault ended the change before all practices were dealt with. Resume goes on where it stopped.',
  },
  edit: {
    title: 'Edit Practice Features',
    of: (practice: string) => `What ${practice} may use. Feature flags stay as they are.`,
    loading: 'Loading the practice’s features...',
    failed: 'Failed to load practice features',
    noRecord: 'The practice has no record of features',
    bundles: 'Bundles',
    features: 'Features',
    effect: 'What this gives and takes',
    save: (changes: number) => (changes === 1 ? 'Save 1 change' : `Save ${changes} changes`),
    saveNone: 'Save changes',
    nothing: 'Nothing is changed yet',
    wait: 'Wait for what this gives and takes',
    restored: (count: number) => `${count === 1 ? '1 unsaved change' : `${count} unsaved changes`} restored`,
    chooseFirst: 'Choose which versions to keep first',
    refused: 'Nothing was saved',
    discard: {
      title: 'Discard your changes?',
      text: (changes: number) => `${changes === 1 ? '1 change is' : `${changes} changes are`} not saved.`,
      go: 'Discard changes',
      stay: 'Keep editing',
    },
    unsaved: (practice: string) => `changes to the features of ${practice}`,
  },
  toasts: {
    saved: 'Successfully updated practice features',
    saveFailed: 'Failed to update practice features',
    done: (deed: Deed) => `Successfully ${past[deed.action]} ${inToast[deed.type]}${ofInsiders(deed)}`,
    failed,
    partly: (deed: Deed, notDone: number, of: number) => `${failed(deed)} (${figure(notDone)} of ${practices(of)})`,
  },
} as const;
