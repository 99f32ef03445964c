/** Runs a document's commands, so that the documentation is tested. */
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { repository } from './repository';

export interface CommandBlock {
  /** Who runs the commands, as named in the fence: `team`, `operator`, `platform`. */
  by: string;
  /** True for a command that runs until it is stopped. */
  background: boolean;
  script: string;
}

/** The blocks of a document that are marked with who runs them, e.g. three backticks and `sh team`. */
export function commandBlocks(document: string): CommandBlock[] {
  const text = fs.readFileSync(path.join(repository, 'docs', document), 'utf8');
  return [...text.matchAll(/^```sh (\w+)( background)?\n([\s\S]*?)^```$/gm)].map(([, by, background, script]) => ({
    by: by ?? '',
    background: background !== undefined,
    script: script ?? '',
  }));
}

/** A terminal, which keeps its folder and environment across blocks. */
export class Terminal {
  constructor(
    private folder: string,
    private environment: NodeJS.ProcessEnv,
  ) {}

  get currentFolder(): string {
    return this.folder;
  }

  /**
   * Runs commands in order and stops at the first failure.
   *
   * @returns what they printed
   */
  async run(script: string): Promise<string> {
    const { code, output, state } = await this.finish(this.spawn(`${script}\npwd >&3\nenv -0 >&3`));
    if (code !== 0) throw new Error(`The document's commands failed with ${code}:\n${script}\n${output}`);
    const [folder = '', ...rest] = state.split('\n');
    this.folder = folder;
    const variables = rest.join('\n').split('\0').filter(Boolean);
    this.environment = Object.fromEntries(variables.map((one) => [one.split('=')[0], one.slice(one.indexOf('=') + 1)]));
    return output;
  }

  /** Starts a command that runs until `stop`, and waits for a text in its output. */
  async start(script: string, until: RegExp): Promise<{ output: string; stop: () => void }> {
    const child = this.spawn(`exec ${script}`);
    let output = '';
    await new Promise<void>((resolve, reject) => {
      const readOutput = (chunk: Buffer): void => {
        output += chunk.toString();
        if (until.test(output)) resolve();
      };
      child.stdout?.on('data', readOutput);
      child.stderr?.on('data', readOutput);
      child.once('exit', (code) => reject(new Error(`The command ended with ${code}:\n${output}`)));
    });
    return { output, stop: () => void child.kill('SIGTERM') };
  }

  private spawn(script: string): ChildProcess {
    return spawn('sh', ['-e', '-c', script], {
      cwd: this.folder,
      env: this.environment,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    });
  }

  private finish(child: ChildProcess): Promise<{ code: number | null; output: string; state: string }> {
    let output = '';
    let state = '';
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stdio[3]?.on('data', (chunk: Buffer) => (state += chunk.toString()));
    return new Promise((resolve) => child.once('close', (code) => resolve({ code, output, state })));
  }
}
