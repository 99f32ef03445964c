/** Screen texts of the module health page. */
import {
  type Canary,
  canaryReachText,
  type CanaryRule,
  type ContributionSlot,
  countText,
  factsText,
  listText,
  plural,
  type ServiceHealth,
  type VersionHealth,
  type VitalName,
} from 'shared-api/contracts';
import type { Days } from './view-params';
import type { Rating } from './figures';

const people = (count: number): string => plural(count, 'person', 'people');

/** The people that a canary reaches. Consoles that predate named people send only the percentage. */
type Reach = Pick<Canary, 'percent' | 'people' | 'internal'>;

/** The people who get the canary regardless of its percentage. */
const inAnyCase = (reach: Reach): string => canaryReachText({ ...reach, percent: 0 });
const isShareOnly = (reach: Reach): boolean => inAnyCase(reach) === '';

const during: Record<Days, string> = { 1: 'today', 7: 'in the last 7 days', 30: 'in the last 30 days' };

export const moduleHealthMessages = {
  title: 'Module health',
  lead: {
    unknown: 'How each version of each module performs in people’s browsers.',
    nobody: (days: Days) => `Nothing was reported ${during[days]}.`,
    fine: (days: Days) => `No module failed for anyone ${during[days]}.`,
    failing: (names: readonly string[], days: Days) => `${listText(names)} failed for someone ${during[days]}.`,
    services: (names: readonly string[], days: Days) =>
      `Requests to the service of ${listText(names)} failed ${during[days]}.`,
  },
  range: 'Range',
  days: { 1: 'Today', 7: '7 days', 30: '30 days' } satisfies Record<Days, string>,
  refresh: 'Refresh',
  loading: 'Loading...',
  failed: 'Failed to load module health',
  failedWords: 'The figures couldn’t be read. Try again in a minute.',
  failedAgain: 'Couldn’t refresh the figures',
  shownFrom: (at: string) => `These figures are from ${at}.`,
  nothing: 'Nothing reported yet',
  nothingWords: 'Figures appear as people open modules.',
  howToBegin: 'A team starts a canary from its command line:',
  beginCommand: 'npm run module -- promote mf-example 1.3.0 --percent 10',
  legend: {
    label: 'How to read the figures',
    rating: { good: 'good', 'needs-improvement': 'needs improvement', poor: 'poor' } satisfies Record<Rating, string>,
    words:
      '75% of page views were at least this fast (LCP, INP) or this steady (CLS), rated by the thresholds of web.dev/vitals. A dash: no browser has reported one yet.',
  },
  module: {
    audience: { clinic: 'for clinics', internal: 'for internal staff' },
    shell: 'around all modules',
    live: (version: string) => `${version} is live`,
    noneLive: 'no version is live',
    unseen: (days: Days) => `nobody opened it ${during[days]}`,
    versionUnseen: 'nobody has opened this version yet',
    shellUnseen: (days: Days) => `nothing was reported ${during[days]}`,
    table: (title: string) => `Versions of ${title}`,
    used: (visits: number, byPeople: number) => `${plural(visits, 'visit')} by ${people(byPeople)}`,
    errors: (count: number) => (count === 0 ? 'no errors' : plural(count, 'error')),
    figures: 'Figures',
    figuresOf: (title: string) => `Figures of ${title}`,
  },
  version: {
    version: 'Version',
    role: { live: 'Live', former: 'Former' },
    canary: (percent: number | undefined) =>
      percent === undefined || percent === 0 ? 'Canary' : factsText(['Canary', `${percent}%`]),
    people: 'People',
    failing: 'Saw it fail',
    visits: 'Visits',
    failedVisits: 'Failed visits',
    errors: 'Errors',
    none: 'No figure',
    vitals: {
      LCP: { short: 'LCP', long: 'largest contentful paint' },
      INP: { short: 'INP', long: 'interaction to next paint' },
      CLS: { short: 'CLS', long: 'cumulative layout shift' },
      FCP: { short: 'FCP', long: 'first contentful paint' },
      TTFB: { short: 'TTFB', long: 'time to first byte' },
    } satisfies Record<VitalName, { short: string; long: string }>,
    rated: (value: string, rating: string, readings: number) =>
      `${value}, ${rating}, of ${plural(readings, 'reading')}`,
  },
  canary: {
    title: (version: string, reach: Reach) => `${version} goes to ${canaryReachText(reach)}`,
    since: (at: string, by: string) => `Since ${at}, by ${by}, always to the same people.`,
    rule: ({ max_failing_percent: points, min_people: least }: CanaryRule) =>
      `Withdrawn when it fails ${plural(points, 'point')} more people than the live version, once ${plural(
        least,
        'person has',
        'people have',
      )} opened it.`,
    soFar: ({ people: opened, failing_people: failing }: Pick<VersionHealth, 'people' | 'failing_people'>) =>
      `So far ${people(opened)} opened it and ${failing === 0 ? 'nobody' : countText(failing)} saw it fail.`,
  },
  build: {
    label: (title: string) => `What ${title} shares and loads`,
    pages: (title: string) => `Code and first calls of the pages of ${title}`,
    page: 'Page',
    code: 'Code',
    wait: 'First calls',
    noWait: '–',
    kit: (range: string) => `kit ${range}`,
    shared: (names: string) => `shares ${names}`,
    added: (names: string) => `new: ${names}`,
    dropped: (names: string) => `no longer: ${names}`,
    before: (version: string) => `compared with ${version}`,
    compared: (now: string, before: string) => `${now}, before ${before}`,
  },
  contributions: {
    label: (title: string) => `Contributions of ${title} to the overview, the navigation and the palette`,
    name: 'Contribution',
    slot: {
      'overview.card': 'card of the overview',
      'nav.badge': 'badge of the navigation',
      command: 'commands of the palette',
      search: 'search of the palette',
    } satisfies Record<ContributionSlot, string>,
    version: 'Version',
    loads: 'Loads',
    failed: 'Failed',
    average: 'Average',
    slowest: 'Slowest',
  },
  service: {
    label: (title: string) => `Service of ${title}`,
    title: 'Own service',
    none: (days: Days) => `no requests ${during[days]}`,
    requests: (count: number) => plural(count, 'request'),
    failed: (count: number, share: string) => `${countText(count)} failed${share === '' ? '' : ` (${share})`}`,
    notSent: (count: number) => `${countText(count)} not sent`,
    p95: (duration: string) => `95% took at most ${duration}`,
    running: 'running',
    paused: ({ replicas }: NonNullable<ServiceHealth['paused']>) =>
      `Requests to the service are paused on ${plural(replicas, 'server')}`,
    pausedWords: ({ reason }: NonNullable<ServiceHealth['paused']>, at: string) =>
      `Since ${at}, because ${reason}. One request at a time checks whether it’s back. Requests then resume automatically.`,
  },
  action: {
    promote: 'Promote to everyone…',
    percent: 'Change percentage…',
    rollback: 'Roll back…',
    waiting: (title: string, version: string) =>
      `${title} ${version} waits for approval: another super admin approves it under Activity.`,
    gone: (title: string) => `The versions of ${title} have changed in the meantime, so nothing was done.`,
    failed: (title: string) => `${title} was not changed.`,
  },
  promote: {
    title: (title: string, version: string) => `Promote ${title} ${version} to everyone?`,
    effect: (version: string, live: string | null, reach: Reach) =>
      `Everyone gets ${version} on their next page load. Today, ${
        isShareOnly(reach) ? `${reach.percent}%` : `only ${canaryReachText(reach)}`
      } have it.${live === null ? '' : ` ${live} stays ready to roll back to.`}`,
    confirm: (version: string) => `Promote ${version}`,
    done: (title: string, version: string) => `${title} ${version} is live for everyone.`,
  },
  withdraw: {
    title: (title: string, version: string) => `Roll back the canary ${version} of ${title}?`,
    effect: (live: string | null, reach: Reach) =>
      `${
        isShareOnly(reach)
          ? `The ${reach.percent}% of people who have it`
          : `Those who have it (${canaryReachText(reach)})`
      } return to ${live ?? 'the live version'} on their next page load. Nobody else is affected.`,
    confirm: (version: string) => `Roll back ${version}`,
    keep: 'Keep it running',
    done: (title: string, from: string, to: string) => `${title}: ${from} was withdrawn, everyone gets ${to}.`,
  },
  rollback: {
    title: (title: string, version: string) => `Roll back ${title} ${version}?`,
    /** @param before the previous live version; undefined if the console is too old to send it */
    effect: (before: string | undefined) =>
      `Everyone gets ${before === undefined ? 'the previous live version' : `${before}, the previous live version,`} on their next page load.`,
    confirm: (version: string) => `Roll back ${version}`,
    keep: 'Keep it live',
    done: (title: string, to: string) => `${title} ${to} is live again for everyone.`,
  },
  percent: {
    title: (title: string, version: string) => `Who gets ${title} ${version}?`,
    label: 'Percentage of people',
    help: 'Between 1 and 99. Promote it to reach everyone.',
    wrong: 'Enter a whole number between 1 and 99',
    same: (percent: number) => `${percent}% have it already`,
    inAnyCase: (reach: Reach) => (isShareOnly(reach) ? '' : `In any case, it goes to ${inAnyCase(reach)}.`),
    wider: (percent: number) =>
      `On their next page load, ${percent}% of people get it. People who have it now keep it.`,
    narrower: (percent: number, live: string | null) =>
      `On their next page load, some people who have it now return to ${live ?? 'the live version'}. ${percent}% of people keep it.`,
    confirm: (percent: number | null) => (percent === null ? 'Change percentage' : `Change to ${percent}%`),
    done: (title: string, version: string, percent: number) => `${title} ${version} goes to ${percent}% of people.`,
  },
  found: {
    filter: 'Errors and slow calls of',
    all: 'All modules',
    module: 'Module',
    errors: {
      title: 'Newest errors',
      error: 'Error',
      where: 'Where',
      count: 'Times',
      last: 'Last seen',
      empty: 'No errors',
      emptyWords: 'Uncaught errors in people’s browsers appear here.',
    },
    calls: {
      title: 'Slow and failed calls',
      call: 'Call',
      count: 'Times',
      failed: 'Failed',
      average: 'Average',
      slowest: 'Slowest',
      empty: 'No slow calls',
      emptyWords:
        'Calls of the console that took more than 1 second, failed, or got no response appear here. Calls of a module’s own service are counted with the module.',
    },
  },
} as const;
