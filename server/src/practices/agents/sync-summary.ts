/** The state of a practice's sync, derived from its facts. No database access. */
import type { SyncState } from 'shared-api/contracts';

export interface SyncFacts {
  connected: boolean;
  /** The agent reported that updates are blocked at the clinic. */
  blocked: boolean;
  /** An update is in progress. */
  running: boolean;
  /** In the agent's own words. Null when it has reported nothing. */
  databaseService: string | null;
  syncedAt: Date | null;
  failedAt: Date | null;
}

const DOWN = /stop|fail|down|error|crash|off/i;

/** The most important state: first what blocks the sync now, then the result of the last update. */
export function syncStateOf(facts: SyncFacts): SyncState {
  const { connected, blocked, running, databaseService, syncedAt, failedAt } = facts;
  if (!connected) return 'offline';
  if (running) return 'running';
  if (blocked) return 'blocked';
  if (DOWN.test(databaseService ?? '')) return 'service_down';
  if (failedAt && (!syncedAt || failedAt > syncedAt)) return 'failed';
  return syncedAt ? 'synced' : 'never';
}
