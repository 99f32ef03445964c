/** The shell's build, as its `shell.json` describes it. */
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { integrity } from 'shared-api/contracts';
import { z } from 'zod';

const shellJson = z.object({
  version: z.string(),
  /** Version of shared-ui that the shell provides to remotes. */
  sharedUi: z.string(),
  /** Entry scripts in their order; all paths are relative to `/shell/`. */
  scripts: z.array(z.string()),
  preload: z.array(
    z.object({ href: z.string(), as: z.string(), type: z.string().optional(), crossorigin: z.string().optional() }),
  ),
  files: z.record(z.string(), integrity),
  /** Shared package, e.g. `shared-ui/data-grid` → the chunks that hold it. */
  shared: z.record(z.string(), z.array(z.string())),
});
export type ShellJson = z.infer<typeof shellJson>;

export interface ShellBuild {
  readonly dir: string;
  /** What is built; undefined when nothing is. A new build is noticed within a second or two, without a restart. */
  read(): Promise<ShellJson | undefined>;
  /** Looks at the disk at once. */
  refresh(): Promise<void>;
}

/** How often the file is looked at while pages are asked for. */
const CHECK_INTERVAL_MS = 1_000;

export function shellBuildIn(dir: string): ShellBuild {
  const file = path.join(dir, 'shell.json');
  let cached: { changedAt: number; shell: ShellJson } | undefined;
  let checkedAt = -Infinity;
  let checking: Promise<void> | undefined;

  const check = async (): Promise<void> => {
    const found = await stat(file).catch(() => undefined);
    if (!found) {
      cached = undefined;
      return;
    }
    if (cached?.changedAt === found.mtimeMs) return;
    try {
      cached = { changedAt: found.mtimeMs, shell: shellJson.parse(JSON.parse(await readFile(file, 'utf8'))) };
    } catch (error) {
      // A build may be writing the file at this moment: the former one stands until it can be read.
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
      // Pages wait for the disk only while there is nothing to show: a slow disk holds up none of them.
      if (!cached && (isDue || checking)) await refresh();
      else if (isDue) refresh().catch(() => undefined);
      return cached?.shell;
    },
  };
}
