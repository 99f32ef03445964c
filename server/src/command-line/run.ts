import { parseArgs } from 'node:util';
import { systemActor, type Doing } from '../audit/actor.js';
import type { Database } from '../database/connection.js';
import { migrate } from '../database/migrate.js';
import type { Db } from '../database/tables.js';
import { Refusal } from '../http/refusal.js';

export interface Io {
  out(line: string): void;
  error(line: string): void;
  /** All of standard input, without its last line break. */
  stdin(): Promise<string>;
}

export interface CommandInput {
  db: Db;
  /** Positional arguments by the names that the usage gives them. */
  args: Record<string, string>;
  options: Record<string, string | boolean | undefined>;
  doing: Doing;
  io: Io;
}

export interface Command {
  /** As it is typed, with its arguments: `member add <email> <practice>`. */
  usage: string;
  summary: string;
  options?: Record<string, { type: 'string' | 'boolean'; summary: string }>;
  run(input: CommandInput): Promise<void>;
}

/** A command line that is not right; the message is shown with the usage. */
export class UsageError extends Error {}

interface Words {
  fixed: string[];
  names: string[];
}

function wordsOf({ usage }: Command): Words {
  const words = usage.split(' ');
  const isName = (word: string): boolean => word.startsWith('<');
  return {
    fixed: words.filter((word) => !isName(word)),
    names: words.filter(isName).map((word) => word.slice(1, -1)),
  };
}

export function usageOf(commands: readonly Command[]): string {
  const lines = commands.flatMap((command) => [
    `  ${command.usage.padEnd(40)} ${command.summary}`,
    ...Object.entries(command.options ?? {}).map(
      ([name, { type, summary }]) => `      --${`${name}${type === 'string' ? ' …' : ''}`.padEnd(34)} ${summary}`,
    ),
  ]);
  return ['Usage: npm run console -- <command>', '', ...lines].join('\n');
}

function findCommand(argv: readonly string[], commands: readonly Command[]): Command {
  const command = commands.find((known) => wordsOf(known).fixed.every((word, index) => argv[index] === word));
  if (!command)
    throw new UsageError(argv.length === 0 ? 'Say what to do.' : `There is no command "${argv.join(' ')}".`);
  return command;
}

function readArguments(argv: readonly string[], command: Command): Pick<CommandInput, 'args' | 'options'> {
  const { fixed, names } = wordsOf(command);
  const options = Object.fromEntries(Object.entries(command.options ?? {}).map(([name, { type }]) => [name, { type }]));
  let read;
  try {
    read = parseArgs({ args: argv.slice(fixed.length), options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  const { positionals, values } = read;
  if (positionals.length !== names.length) throw new UsageError(`Type: ${command.usage}`);
  return {
    args: Object.fromEntries(names.map((name, index) => [name, positionals[index] ?? ''])),
    options: values as CommandInput['options'],
  };
}

/**
 * Runs one command. The database is opened only for a command line that can be read.
 *
 * @returns the exit code: 0, 1 when the command was refused, 2 for a command line that is not right
 */
export async function runCommandLine(
  argv: readonly string[],
  commands: readonly Command[],
  io: Io,
  open: () => Promise<Database>,
): Promise<number> {
  if (argv.length === 0 || argv.includes('--help') || argv[0] === 'help') {
    io.out(usageOf(commands));
    return argv.length === 0 ? 2 : 0;
  }
  let database: Database | undefined;
  try {
    const command = findCommand(argv, commands);
    const input = readArguments(argv, command);
    database = await open();
    await migrate(database.db);
    const doing = { actor: systemActor('command line'), now: new Date() };
    await command.run({ db: database.db, ...input, doing, io });
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      io.error(`${error.message}\n\n${usageOf(commands)}`);
      return 2;
    }
    if (error instanceof Refusal) {
      io.error(error.message);
      return 1;
    }
    throw error;
  } finally {
    await database?.close();
  }
}

/** Columns of text, as wide as their widest entry. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
