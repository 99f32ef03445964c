/** What the console's keepers do on its machine: `npm run console -- <what> <do> …`. */
import { commands } from './command-line/commands.js';
import { runCommandLine } from './command-line/run.js';
import { ConfigError, readConfig } from './config.js';
import { openDatabase } from './database/connection.js';
import { FolderInUse } from './database/folder-lock.js';

const io = {
  out: (line: string) => process.stdout.write(`${line}\n`),
  error: (line: string) => process.stderr.write(`${line}\n`),
  async stdin() {
    let text = '';
    for await (const chunk of process.stdin) text += String(chunk);
    return text.replace(/\r?\n$/, '');
  },
};

try {
  process.exitCode = await runCommandLine(process.argv.slice(2), commands, io, () =>
    openDatabase(readConfig(process.env), (error) => io.error(error.message)),
  );
} catch (error) {
  const isForPeople = error instanceof ConfigError || error instanceof FolderInUse;
  io.error(isForPeople ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exitCode = 1;
}
