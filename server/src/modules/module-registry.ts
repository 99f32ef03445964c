/**
 * The registry as one replica caches it. The rows are the source of truth. Their revision shows when they must be read
 * again.
 */
import type { Db } from '../database/tables.js';
import type { RegisteredCanary, RegisteredModule } from './module-list.js';
import { listCanaries, listCanaryVersions, listLiveVersions, listModules, readRevision } from './module-repository.js';

/** How long an answer's header may name an outdated revision, in milliseconds. */
const RECENT_MS = 1000;

export interface RegistrySnapshot {
  revision: string;
  modules: RegisteredModule[];
}

export interface ModuleRegistry {
  /** The current registry. Its rows are read again only when the revision has changed. */
  current(): Promise<RegistrySnapshot>;
  /** The registry, at most one second old. For frequent reads. */
  recent(): Promise<RegistrySnapshot>;
  /** The revision, at most one second old. Undefined when the database does not respond. */
  recentRevision(): Promise<string | undefined>;
  /** Clears the cache after a change by this replica. */
  changed(): void;
}

async function readSnapshot(db: Db, revision: string): Promise<RegistrySnapshot> {
  const [granted, live, canaries, canaryVersions] = await Promise.all([
    listModules(db),
    listLiveVersions(db),
    listCanaries(db),
    listCanaryVersions(db),
  ]);
  const liveByName = new Map(live.map((version) => [version.module, version]));
  const canaryByName = new Map(canaries.map((canary) => [canary.module, canary]));
  const canaryVersionByName = new Map(canaryVersions.map((version) => [version.module, version]));
  const canaryOf = (name: string): RegisteredCanary | undefined => {
    const canary = canaryByName.get(name);
    const version = canaryVersionByName.get(name);
    // The canary moved between the two statements. Its change belongs to the next revision.
    if (canary?.version !== version?.version || !canary || !version) return undefined;
    const { id, percent, internal } = canary;
    const people = canary.people.map((person) => person.id);
    return { id, percent, people, internal, declaration: version.declaration, build: version.build };
  };
  return {
    revision,
    modules: granted.map((module) => ({
      name: module.name,
      audience: module.audience,
      granted: module.granted,
      live: liveByName.get(module.name),
      canary: canaryOf(module.name),
      service: module.service,
    })),
  };
}

export function openRegistry(db: Db): ModuleRegistry {
  let cached: { revision: string; snapshot: Promise<RegistrySnapshot> } | undefined;
  let recent: { revision: Promise<string>; readAt: number } | undefined;

  const freshRevision = (): Promise<string> => {
    const reading = { revision: readRevision(db), readAt: performance.now() };
    recent = reading;
    // A failed read is not cached.
    reading.revision.catch(() => {
      if (recent === reading) recent = undefined;
    });
    return reading.revision;
  };

  const recentRevision = (): Promise<string> => {
    const isRecent = recent !== undefined && performance.now() - recent.readAt < RECENT_MS;
    return isRecent && recent ? recent.revision : freshRevision();
  };

  const snapshotAt = (revision: string): Promise<RegistrySnapshot> => {
    if (cached?.revision === revision) return cached.snapshot;
    const reading = { revision, snapshot: readSnapshot(db, revision) };
    cached = reading;
    reading.snapshot.catch(() => {
      if (cached === reading) cached = undefined;
    });
    return reading.snapshot;
  };

  return {
    current: async () => snapshotAt(await freshRevision()),
    recent: async () => snapshotAt(await recentRevision()),
    recentRevision: () => recentRevision().catch(() => undefined),
    changed() {
      recent = undefined;
    },
  };
}
