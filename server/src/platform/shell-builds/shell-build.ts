/** The shell's build, as described by its `shell.json`. */
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { integrity } from 'shared-api/contracts';
import { z } from 'zod';

const shellJson = z.object({
  version: z.string(),
  /** Version of shared-ui that the shell provides to remotes. */
  sharedUi: z.string(),
  /** True if the shell creates the policy that Trusted Types need. Older builds create none. */
  trustedTypes: z.boolean().default(false),
  /** Entry scripts in load order. All paths are relative to `/shell/`. */
  scripts: z.array(z.string()),
  /** Files that the page needs first besides these scripts. Older builds have everything in the scripts. */
  first: z
    .object({ 'sign-in': z.array(z.string()), console: z.array(z.string()), overview: z.array(z.string()) })
    .default({ 'sign-in': [], console: [], overview: [] }),
  preload: z.array(
    z.object({ href: z.string(), as: z.string(), type: z.string().optional(), crossorigin: z.string().optional() }),
  ),
  files: z.record(z.string(), integrity),
  /** Shared package, e.g. `shared-ui/data-grid` → its chunks. */
  shared: z.record(z.string(), z.array(z.string())),
});
export type ShellJson = z.infer<typeof shellJson>;

export interface ShellBuild {
  readonly dir: string;
  /**
   * The current build. Undefined when there is none. A new build is noticed within a second or two, without a restart.
   */
  read(): Promise<ShellJson | undefined>;
  /** Reads the disk immediately. */
  refresh(): Promise<void>;
}

/** Minimum time between two checks of the file while pages are requested. */
const CHECK_INTERVAL_MS = 1_000;

export function shellBuildIn(dir: string): ShellBuild {
  const file = path.join(dir, 'shell.json');
  let cached: { changedAt: number; shell: ShellJson } | undefined;
  let checkedAt = -Infinity;
  let checking: Promise<void> | undefined;

  const check = async (): Promise<void> => {
    const stats = await stat(file).catch(() => undefined);
    if (!stats) {
      cached = undefined;
      return;
    }
    if (cached?.changedAt === stats.mtimeMs) return;
    try {
      cached = { changedAt: stats.mtimeMs, shell: shellJson.parse(JSON.parse(await readFile(file, 'utf8'))) };
    } catch (error) {
      // A build may be writing the file right now. The previous build is used until the file can be read again.
      if (!cached) throw error;
    }
  };

  const refresh = (): Promise<void> => {
    checking ??= check().finally(() => {
      checkedAt = performance.now();
      checking = undefined;
    });
    return checking;
  };

  return {
    dir,
    refresh,
    async read() {
      const isDue = performance.now() - checkedAt > CHECK_INTERVAL_MS;
      // Pages wait for the disk only while there is no build yet, so a slow disk doesn't delay them.
      if (!cached && (isDue || checking)) await refresh();
      else if (isDue) refresh().catch(() => undefined);
      return cached?.shell;
    },
  };
}
