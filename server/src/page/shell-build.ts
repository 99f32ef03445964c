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
  /** What is built now; undefined when nothing is. A new build is noticed without a restart. */
  read(): Promise<ShellJson | undefined>;
}

export function shellBuildIn(dir: string): ShellBuild {
  const file = path.join(dir, 'shell.json');
  let held: { changedAt: number; shell: ShellJson } | undefined;
  return {
    dir,
    async read() {
      const found = await stat(file).catch(() => undefined);
      if (!found) return undefined;
      if (held?.changedAt === found.mtimeMs) return held.shell;
      try {
        held = { changedAt: found.mtimeMs, shell: shellJson.parse(JSON.parse(await readFile(file, 'utf8'))) };
      } catch (error) {
        // A build may be writing the file at this moment: the former one stands until it can be read.
        if (!held) throw error;
      }
      return held.shell;
    },
  };
}
