import { parseArgs } from 'node:util';
import { systemActor, type Doing } from '../audit/actor.js';
import type { Db } from '../database/tables.js';
import { Refusal } from '../http/refusal.js';

/** Where a command's words go. */
export interface Print {
  out(line: string): void;
  error(line: string): void;
}

/** The place where a command is typed. */
export interface Here extends Print {
  /** All of standard input, without its last line break. */
  stdin(): Promise<string>;
  /** The text of a file; a path counts from the folder in which the command is typed. */
  readFile(path: string): Promise<string>;
}

export interface TypedWords {
  /** Positional arguments by the names that the usage gives them. */
  args: Record<string, string>;
  options: Record<string, string | boolean | undefined>;
}

/** A command on its way to the process that has the database open. */
export interface TypedCommand {
  argv: readonly string[];
  /** What the command gathered where it was typed. */
  given?: string | undefined;
}

export interface CommandInput extends TypedWords {
  db: Db;
  given: string | undefined;
  doing: Doing;
  io: Print;
}

export interface Command {
  /** As it is typed, with its arguments: `member add <email> <practice>`. */
  usage: string;
  summary: string;
  options?: Record<string, { type: 'string' | 'boolean'; summary: string }>;
  /** Reads what is only there where the command is typed: standard input, a file. `run` gets it as `given`. */
  gather?(words: TypedWords, here: Here): Promise<string | undefined>;
  /** May run in another process than the one in which it was typed. */
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

function readArguments(argv: readonly string[], command: Command): TypedWords {
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
    options: values as TypedWords['options'],
  };
}

/** Says in words what a person can mend, and makes the exit code of it. */
async function inWords(commands: readonly Command[], io: Print, work: () => Promise<number>): Promise<number> {
  try {
    return await work();
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
  }
}

/**
 * Carries a typed command out on a database that is open and up to date.
 *
 * @returns the exit code: 0, 1 when the command was refused, 2 for a command line that is not right
 */
export function carryOut(typed: TypedCommand, commands: readonly Command[], db: Db, io: Print): Promise<number> {
  return inWords(commands, io, async () => {
    const command = findCommand(typed.argv, commands);
    const doing = { actor: systemActor('command line'), now: new Date() };
    await command.run({ db, ...readArguments(typed.argv, command), given: typed.given, doing, io });
    return 0;
  });
}

/**
 * Runs what was typed.
 *
 * @param execute has the command carried out; called only for a command line that can be read
 * @returns the exit code: that of `execute`, or 2 for a command line that is not right
 */
export async function runCommandLine(
  argv: readonly string[],
  commands: readonly Command[],
  here: Here,
  execute: (typed: TypedCommand) => Promise<number>,
): Promise<number> {
  if (argv.length === 0 || argv.includes('--help') || argv[0] === 'help') {
    here.out(usageOf(commands));
    return argv.length === 0 ? 2 : 0;
  }
  return inWords(commands, here, async () => {
    const command = findCommand(argv, commands);
    const given = await command.gather?.(readArguments(argv, command), here);
    return execute({ argv, given });
  });
}

/** A time to the minute, in UTC; nothing for one that has not come. */
export const minute = (date: Date | null): string => date?.toISOString().slice(0, 16).replace('T', ' ') ?? '';

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
