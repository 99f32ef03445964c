/** The registry as one server copy holds it: the rows are the truth, their revision says when to read them again. */
import type { Db } from '../database/tables.js';
import type { RegisteredCanary, RegisteredModule } from './module-list.js';
import { listCanaries, listCanaryVersions, listLiveVersions, listModules, readRevision } from './module-repository.js';

/** How long an answer's header may name a revision that another server copy has already moved on from, in ms. */
const RECENT_MS = 1000;

export interface RegistrySnapshot {
  revision: string;
  modules: RegisteredModule[];
}

export interface ModuleRegistry {
  /** The registry as it is now; its rows are read again only when the revision has changed. */
  current(): Promise<RegistrySnapshot>;
  /** The registry as it was at most a second ago, for what is asked often. */
  recent(): Promise<RegistrySnapshot>;
  /** The revision, at most a second old; undefined when the database does not answer. */
  recentRevision(): Promise<string | undefined>;
  /** Forgets what is held, after a change of our own. */
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
    // One that moved between the two statements belongs to the next revision.
    if (canary?.version !== version?.version || !canary || !version) return undefined;
    const { id, percent } = canary;
    return { id, percent, declaration: version.declaration, build: version.build };
  };
  return {
    revision,
    modules: granted.map((module) => ({
      name: module.name,
      audience: module.audience,
      granted: module.granted,
      live: liveByName.get(module.name),
      canary: canaryOf(module.name),
    })),
  };
}

export function openRegistry(db: Db): ModuleRegistry {
  let held: { revision: string; snapshot: Promise<RegistrySnapshot> } | undefined;
  let recent: { revision: Promise<string>; readAt: number } | undefined;

  const freshRevision = (): Promise<string> => {
    const reading = { revision: readRevision(db), readAt: performance.now() };
    recent = reading;
    // A failed reading is not kept.
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
    if (held?.revision === revision) return held.snapshot;
    const reading = { revision, snapshot: readSnapshot(db, revision) };
    held = reading;
    reading.snapshot.catch(() => {
      if (held === reading) held = undefined;
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
