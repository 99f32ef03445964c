/** The command line for operators: `npm run console -- <what> <do> …`. */
import { readFile } from 'node:fs/promises';
import { commands } from './command-line/commands.js';
import { type CliIO, type CommandRequest, executeCommand, runCommandLine } from './command-line/run.js';
import { CommandTooLarge, NoResponse, NotListening, sendToRunningConsole } from './command-line/running-console.js';
import { socketPathIn } from './command-line/socket-messages.js';
import { type Config, ConfigError, readConfig } from './platform/config/config.js';
import { openDatabase } from './platform/database/connection.js';
import { FolderInUse } from './platform/database/folder-lock.js';
import { migrate } from './platform/database/migrate.js';
import { DatabaseUnreachable } from './platform/database/unreachable.js';

// A command may create the data folder, so its files must be readable only by their owner.
process.umask(0o077);

// The reader may close the pipe early, like `head`. The command still runs to its end.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

const here: CliIO = {
  operator: process.env['CONSOLE_OPERATOR'],
  out: (line) => process.stdout.write(`${line}\n`),
  error: (line) => process.stderr.write(`${line}\n`),
  async stdin() {
    let text = '';
    for await (const chunk of process.stdin) text += String(chunk);
    return text.replace(/\r?\n$/, '');
  },
  readFile: (path) => readFile(path, 'utf8'),
};

/** Sends the command to the server that has the data folder open. If none listens, prints what to do. */
async function askWhoHasTheFolder({ dataDir }: Config, typed: CommandRequest, inUse: FolderInUse): Promise<number> {
  const path = socketPathIn(dataDir);
  try {
    if (path === undefined) throw new NotListening('there is no socket for commands under so long a path');
    return await sendToRunningConsole(path, typed, here);
  } catch (error) {
    if (!(error instanceof NotListening)) throw error;
    here.error(`${inUse.message}\nThe command could not be handed to that process: ${error.message}.`);
    return 1;
  }
}

async function execute(typed: CommandRequest): Promise<number> {
  const config = readConfig(process.env);
  let database;
  try {
    database = await openDatabase(config, (error) => here.error(error.message));
  } catch (error) {
    if (error instanceof FolderInUse) return askWhoHasTheFolder(config, typed, error);
    throw error;
  }
  try {
    await migrate(database.db);
    return await executeCommand(typed, commands, database.db, here, config);
  } catch (error) {
    if (!(error instanceof DatabaseUnreachable)) throw error;
    here.error(error.withCause);
    return 1;
  } finally {
    await database.close();
  }
}

try {
  process.exitCode = await runCommandLine(process.argv.slice(2), commands, here, execute);
} catch (error) {
  const isForPeople = [ConfigError, NoResponse, CommandTooLarge].some((kind) => error instanceof kind);
  here.error(error instanceof Error ? (isForPeople ? error.message : (error.stack ?? error.message)) : String(error));
  process.exitCode = 1;
}
