/**
 * The registry as one replica caches it. The rows are the source of truth. Their revision shows when they must be read
 * again.
 */
import type { Db } from '../../platform/database/tables.js';
import { type SharedUi, fitsKit, versionForKit } from './kit.js';
import type { RegisteredCanary, RegisteredModule, RegisteredPreview } from './module-list.js';
import { listPreviews, listPreviewVersions } from './preview-repository.js';
import {
  type StoredVersion,
  findVersion,
  listCanaries,
  listCanaryVersions,
  listLiveVersions,
  listModules,
  listRecentVersions,
  readRegistry,
} from './module-repository.js';
import { listSettings } from './settings-repository.js';

/** How long a response header may name an outdated revision, in milliseconds. */
const RECENT_MS = 1000;

/** Number of cached kits: those of the open shells, with a margin for invalid ones. */
const MAX_KITS = 20;

export interface RegistrySnapshot {
  revision: string;
  modules: RegisteredModule[];
  /** Kit of the pages that don't name theirs. Undefined: no page of such an early release was ever served. */
  unnamedKit: SharedUi;
}

/**
 * For a shell's pages, pass its kit: `live` is then the version that fits it, and a canary that doesn't fit is left
 * out.
 */
export interface ModuleRegistry {
  /** The current registry. Its rows are read again only when the revision has changed. */
  current(kit?: SharedUi): Promise<RegistrySnapshot>;
  /** The registry, at most one second old. For frequent reads. */
  recent(kit?: SharedUi): Promise<RegistrySnapshot>;
  /** The revision, at most one second old. Undefined when the database doesn't respond. */
  recentRevision(): Promise<string | undefined>;
  /** Clears the cache after a change by this replica. */
  changed(): void;
}

interface Rows extends RegistrySnapshot {
  /** Module → the versions available to its pages, most recent first. */
  recentVersions: ReadonlyMap<string, readonly StoredVersion[]>;
}

async function readRows(db: Db, revision: string, unnamedKit: SharedUi): Promise<Rows> {
  const [granted, live, canaries, canaryVersions, recentVersions, previews, previewVersions, settings] =
    await Promise.all([
      listModules(db),
      listLiveVersions(db),
      listCanaries(db),
      listCanaryVersions(db),
      listRecentVersions(db),
      listPreviews(db),
      listPreviewVersions(db),
      listSettings(db),
    ]);
  const settingsByName = new Map(settings.map((row) => [row.module, row]));
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
  const previewsOf = (name: string): RegisteredPreview[] =>
    previews.flatMap((preview) => {
      const version = previewVersions.find((one) => one.module === name && one.version === preview.version);
      if (preview.module !== name || !version) return [];
      const { internal, practices, expires_at: expiresAt } = preview;
      const people = preview.people.map((person) => person.id);
      const { declaration, build } = version;
      return [{ name: preview.name, people, internal, practices, expiresAt, declaration, build }];
    });
  return {
    revision,
    unnamedKit,
    recentVersions,
    modules: granted.map((module) => ({
      name: module.name,
      audience: module.audience,
      granted: module.granted,
      live: liveByName.get(module.name),
      canary: canaryOf(module.name),
      previews: previewsOf(module.name),
      service: module.service,
      settings: settingsByName.get(module.name),
    })),
  };
}

/** Replaces each live version that isn't the one for this kit. Usually none is replaced and nothing is read. */
async function snapshotForKit(db: Db, { recentVersions, ...rows }: Rows, kit: SharedUi): Promise<RegistrySnapshot> {
  const modules = rows.modules.map(async (module): Promise<RegisteredModule> => {
    const canary = module.canary && fitsKit(module.canary.build, kit) ? module.canary : undefined;
    const previews = module.previews.filter(({ build }) => fitsKit(build, kit));
    const version = versionForKit(recentVersions.get(module.name) ?? [], kit)?.version;
    if (version === module.live?.build.version) return { ...module, canary, previews };
    const live = version === undefined ? undefined : await findVersion(db, module.name, version);
    return { ...module, live, canary, previews };
  });
  return { ...rows, modules: await Promise.all(modules) };
}

export function openRegistry(db: Db): ModuleRegistry {
  type Revision = Awaited<ReturnType<typeof readRegistry>>;
  let cached: { revision: string; rows: Promise<Rows>; byKit: Map<string, Promise<RegistrySnapshot>> } | undefined;
  let recent: { revision: Promise<Revision>; readAt: number } | undefined;

  const freshRevision = (): Promise<Revision> => {
    const reading = { revision: readRegistry(db), readAt: performance.now() };
    recent = reading;
    // A failed read is not cached.
    reading.revision.catch(() => {
      if (recent === reading) recent = undefined;
    });
    return reading.revision;
  };

  const recentRevision = (): Promise<Revision> => {
    const isRecent = recent !== undefined && performance.now() - recent.readAt < RECENT_MS;
    return isRecent && recent ? recent.revision : freshRevision();
  };

  const snapshotAt = ({ revision, unnamed_shared_ui }: Revision, kit: SharedUi): Promise<RegistrySnapshot> => {
    if (cached?.revision !== revision) {
      const reading = { revision, rows: readRows(db, revision, unnamed_shared_ui ?? undefined), byKit: new Map() };
      cached = reading;
      reading.rows.catch(() => {
        if (cached === reading) cached = undefined;
      });
    }
    const { rows, byKit } = cached;
    if (kit === undefined) return rows;
    const known = byKit.get(kit);
    if (known) return known;
    const reading = rows.then((read) => snapshotForKit(db, read, kit));
    if (byKit.size < MAX_KITS) byKit.set(kit, reading);
    reading.catch(() => byKit.delete(kit));
    return reading;
  };

  return {
    current: async (kit) => snapshotAt(await freshRevision(), kit),
    recent: async (kit) => snapshotAt(await recentRevision(), kit),
    recentRevision: async () => {
      const read = await recentRevision().catch(() => undefined);
      return read?.revision;
    },
    changed() {
      recent = undefined;
    },
  };
}
