/** The state of a practice's sync, from everything known about it. No database here. */
import type { SyncState } from 'shared-api/contracts';

export interface SyncFacts {
  connected: boolean;
  /** The agent said that updates are blocked at the clinic. */
  blocked: boolean;
  /** An update is under way. */
  running: boolean;
  /** In the agent's own words; null where it has said nothing. */
  databaseService: string | null;
  syncedAt: Date | null;
  failedAt: Date | null;
}

const DOWN = /stop|fail|down|error|crash|off/i;

/** What matters most: first what blocks the sync now, then the result of the last update. */
export function syncStateOf(facts: SyncFacts): SyncState {
  const { connected, blocked, running, databaseService, syncedAt, failedAt } = facts;
  if (!connected) return 'offline';
  if (running) return 'running';
  if (blocked) return 'blocked';
  if (DOWN.test(databaseService ?? '')) return 'service_down';
  if (failedAt && (!syncedAt || failedAt > syncedAt)) return 'failed';
  return syncedAt ? 'synced' : 'never';
}
