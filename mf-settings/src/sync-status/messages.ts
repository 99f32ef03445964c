/** Texts of the sync status (specification: settings and hours, 6 and 8.1; DECISIONS, server rule 15). */
import type { CommandState, SyncCommand } from 'shared-api/contracts';

type Kind = SyncCommand['kind'];

export const syncStatus = {
  title: 'Sync Status',
  description: 'How data comes from the practice management system, and how old it is.',
  refresh: 'Refresh',
  refreshed: 'Sync status refreshed',
  failed: 'Failed to fetch sync status',
  next: 'Nothing is lost. Try again in a moment.',
  stale: 'What you see is as it was heard before.',
  loading: 'Loading sync status...',

  facts: {
    data: 'Data as of',
    never: 'No data has arrived yet',
    agent: 'Sync agent',
    connected: 'Connected',
    since: (when: string, ip: string) => `since ${when}, from ${ip}`,
    away: 'Not connected',
    lastSeen: (age: string) => `last heard of ${age}`,
    neverSeen: 'never heard of',
    lastUpdate: 'Last update',
    noUpdate: 'Nothing reported yet',
    blocked: 'Updates are blocked',
  },
  age: {
    now: 'just now',
    minutes: (count: number) => (count === 1 ? '1 minute ago' : `${count} minutes ago`),
    hours: (count: number) => (count === 1 ? '1 hour ago' : `${count} hours ago`),
    days: (count: number) => (count === 1 ? '1 day ago' : `${count} days ago`),
  },
  noAgent: {
    title: 'No sync agent is connected',
    text: 'Make sure that the computer with the practice management system is switched on and online, and that its sync service runs. What you request now waits for it for up to 15 minutes.',
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
    label: 'What was asked of the agent',
    kinds: {
      sync_now: 'Data update',
      full_update: 'Full update',
      restart_database_service: 'Database service restart',
      restart_phone_service: 'Phone service restart',
      unblock: 'Unblocking of updates',
    } satisfies Record<Kind, string>,
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
    requested: (who: string, when: string) => `asked by ${who}, ${when}`,
    ended: (when: string) => `ended ${when}`,
    started: (when: string) => `began ${when}`,
    waits: 'Waits until an agent connects; this may take up to 15 minutes.',
    onTheWay: 'The agent has it and will begin.',
    gone: 'No answer came from the agent within 15 minutes. Check the connection, then ask again.',
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
    note: 'Without a 2-way connection, restarting services may take up to 15 minutes.',
    unknown: 'Unknown',
  },
  restart: {
    title: (service: string) => `Restart the ${service.toLowerCase()} service?`,
    texts: {
      Database: 'No data comes from the practice while it restarts. A running update begins anew.',
      Phone: 'Phone calls are not shown in the console while it restarts.',
    },
    confirm: (service: string) => `Restart ${service.toLowerCase()} service`,
  },
} as const;
