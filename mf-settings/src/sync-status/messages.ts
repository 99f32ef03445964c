/** Texts of the sync status (specification: settings and hours, 6 and 8.1; DECISIONS, server rule 15). */
import {
  type CommandState,
  countText,
  plural,
  type SyncCommand,
  type SyncDay,
  type SyncFailureKind,
  type SyncState,
} from 'shared-api/contracts';

const dataFrom = (age: string | null): string =>
  age === null ? '. No data has arrived yet.' : `. The data is from ${age}.`;

type Kind = SyncCommand['kind'];

const commandKinds = {
  sync_now: 'Data update',
  full_update: 'Full update',
  restart_database_service: 'Database service restart',
  restart_phone_service: 'Phone service restart',
  unblock: 'Unblocking of updates',
} satisfies Record<Kind, string>;

/** Failed syncs don't count as arrived, so the two numbers don't overlap. */
const arrivedText = (syncs: string): string => `${syncs} arrived`;
const failedText = (count: number): string => `${countText(count)} failed`;
const countsText = (counts: readonly (string | false)[]): string => counts.filter(Boolean).join(', ');

export const syncStatus = {
  title: 'Sync Status',
  description: 'Data from the practice management system, and how old it is.',
  refresh: 'Refresh',
  refreshed: 'Sync status refreshed',
  failed: 'Failed to fetch sync status',
  next: 'Nothing is lost. Try again in a moment.',
  updated: (age: string) => `Updated ${age}`,
  refreshing: 'Refreshing...',
  stale: 'This is the last known status.',
  loading: 'Loading sync status...',

  tokenEnds: (at: string) =>
    `The sync agent’s token is valid until ${at}. After that, no data arrives. Ask the console’s operator for a new token.`,

  details: {
    data: 'Data as of',
    never: 'No data has arrived yet',
    agent: 'Sync agent',
    connected: 'Connected',
    since: (when: string, ip: string) => `since ${when}, from ${ip}`,
    away: 'Not connected',
    lastSeen: (age: string) => `Last seen ${age}`,
    neverSeen: 'Never connected',
  },
  age: {
    now: 'just now',
    minutes: (count: number) => plural(count, 'minute ago', 'minutes ago'),
    hours: (count: number) => plural(count, 'hour ago', 'hours ago'),
    days: (count: number) => plural(count, 'day ago', 'days ago'),
  },
  /** One sentence per status. `age` is the age of the data; null without data. */
  summary: {
    badges: { synced: 'Up to date', running: 'Updating' },
    sentences: {
      synced: (age) => `The last update arrived ${age ?? ''}.`,
      running: (age) =>
        age === null ? 'The first update is arriving.' : `An update is arriving. The data is from ${age}.`,
      failed: (age) => (age === null ? 'The first update failed.' : `The last update failed. The data is from ${age}.`),
      blocked: (age) => `Updates are blocked at the clinic${dataFrom(age)}`,
      service_down: (age) => `The database service at the clinic isn’t running${dataFrom(age)}`,
      offline: (age) => `No sync agent is connected${dataFrom(age)}`,
      never: () => 'No data has arrived yet.',
    } satisfies Record<SyncState, (age: string | null) => string>,
    next: {
      synced: null,
      running: null,
      failed: 'Request a data update. If it fails again, see why below.',
      blocked: 'A task admin can unblock updates here.',
      service_down: 'A task admin can restart the database service here.',
      offline:
        'Make sure the computer with the practice management system is on and online, and that its sync service runs. Requests wait up to 15 minutes for it.',
      never: 'Request a data update to get the first data.',
    } satisfies Record<SyncState, string | null>,
    failureKinds: { ...commandKinds, scheduled_sync: 'Scheduled update' } satisfies Record<SyncFailureKind, string>,
    /** Keeps AM and PM on the same line as their time. */
    lastFailure: (kind: string, when: string) => `Last failure: ${kind}, ${when.replace(/ (?=[AP]M$)/, '\u00a0')}`,
    resolved: 'An update has arrived since.',
    retry: 'Request it again once this is fixed.',
    retryScheduled: 'Once this is fixed, request a data update or wait for the next scheduled one.',
  },
  days: {
    title: 'Syncs of the last 14 days',
    states: { synced: 'synced', failed: 'failed', none: 'no sync', unknown: 'no data' } satisfies Record<
      SyncDay['state'],
      string
    >,
    /** Total of all days: "14 syncs arrived, 1 failed". */
    total: ({ synced, failed }: Pick<SyncDay, 'synced' | 'failed'>) =>
      countsText([arrivedText(plural(synced, 'sync', 'syncs')), failed > 0 && failedText(failed)]),
    day: (date: string, state: string, { synced, failed }: Pick<SyncDay, 'synced' | 'failed'>) => {
      const counts = countsText([synced > 0 && arrivedText(countText(synced)), failed > 0 && failedText(failed)]);
      return `${date}: ${state}${counts === '' ? '' : ` (${counts})`}`;
    },
  },

  actions: {
    sync_now: 'Request Data Update Now',
    full_update: 'Make Next Update a Full Update',
    unblock: 'Unblock PMS Update',
    restart_database_service: 'Restart',
    restart_phone_service: 'Restart',
  } satisfies Record<Kind, string>,
  restartOf: (service: string) => `Restart the ${service.toLowerCase()} service`,
  asked: {
    sync_now: 'PMS sync requested successfully',
    full_update: 'Full PMS update requested successfully',
    restart_database_service: 'Database service restart requested successfully',
    restart_phone_service: 'Phone service restart requested successfully',
    unblock: 'PMS update unblocked successfully',
  } satisfies Record<Kind, string>,
  refused: {
    sync_now: 'Failed to request PMS sync',
    full_update: 'Failed to request full PMS update',
    restart_database_service: 'Failed to restart Database service',
    restart_phone_service: 'Failed to restart Phone service',
    unblock: 'Failed to unblock PMS update',
  } satisfies Record<Kind, string>,

  commands: {
    label: 'Requests to the agent',
    kinds: commandKinds,
    states: {
      requested: 'Requested',
      delivered: 'Delivered',
      running: 'Running',
      done: 'Done',
      failed: 'Failed',
      timed_out: 'Timed out',
    } satisfies Record<CommandState, string>,
    percent: (percent: number) => `${percent}%`,
    progress: (kind: string) => `Progress: ${kind}`,
    requested: (who: string, when: string) => `requested by ${who}, ${when}`,
    ended: (when: string) => `ended ${when}`,
    started: (when: string) => `started ${when}`,
    waits: 'Waiting for an agent to connect. This can take up to 15 minutes.',
    onTheWay: 'The agent received it and is about to start.',
    gone: 'The agent didn’t respond within 15 minutes. Check the connection, then request it again.',
  },

  versions: {
    title: 'Component versions',
    names: {
      database_version: 'Database service',
      phone_version: 'Phone service',
      service_updater_version: 'Service updater',
      server_control_panel_updater_version: 'Server control panel updater',
      update_channel: 'Update channel',
    },
    unknown: 'Unknown',
  },
  services: {
    title: 'Services',
    database: 'Database',
    phone: 'Phone',
    name: (service: string) => `${service} service`,
    note: 'Without a 2-way connection, restarting services can take up to 15 minutes.',
    unknown: 'Unknown',
    /** Agents send the status in lowercase. */
    state: (state: string) => `${state.charAt(0).toUpperCase()}${state.slice(1)}`,
  },
  restart: {
    title: (service: string) => `Restart the ${service.toLowerCase()} service?`,
    texts: {
      Database: 'No data arrives from the practice while it restarts. A running update starts over.',
      Phone: 'Phone calls don’t show in the console while it restarts.',
    },
    confirm: (service: string) => `Restart ${service.toLowerCase()} service`,
  },
} as const;
