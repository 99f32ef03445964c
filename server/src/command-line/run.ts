import { parseArgs } from 'node:util';
import { operatorActor, type AuditContext } from '../platform/audit/actor.js';
import type { Config } from '../platform/config/config.js';
import type { Db } from '../platform/database/tables.js';
import { AppError } from '../platform/errors/app-error.js';
import { passwordCost, type PasswordHashing } from '../access/people/password.js';
import { onlyByOperator, type ProofWays } from '../access/people/proven-address.js';
import { readOperator, systemUser } from './operator.js';
import { UsageError } from './usage-error.js';

/** The output of a command. */
export interface CliOutput {
  out(line: string): void;
  error(line: string): void;
  /** Waits until the reader has consumed the output. Absent if printing waits by itself. */
  drained?(): Promise<void>;
}

/** The terminal of a command. */
export interface CliIO extends CliOutput {
  /** `CONSOLE_OPERATOR`: the operator. Absent: the operating system's user. */
  operator?: string | undefined;
  /** All of standard input, without its last line break. */
  stdin(): Promise<string>;
  /** The text of a file. A path is relative to the terminal's working directory. */
  readFile(path: string): Promise<string>;
}

export interface ParsedArguments {
  /** Positional arguments by their names in the usage. */
  args: Record<string, string>;
  options: Record<string, string | boolean | undefined>;
}

/** A command as sent to the process that has the database open. */
export interface CommandRequest {
  argv: readonly string[];
  /** The input that `gather` read from the terminal. */
  given?: string | undefined;
  /** The operator who runs the command, for the audit log. */
  operator: string;
}

/** The configuration that commands need. */
export type CommandConfig = ProofWays & Pick<Config, 'passwordKeys'>;

export interface CommandInput extends ParsedArguments {
  db: Db;
  hashing: PasswordHashing;
  /** How an address can be proven on this console. */
  proofWays: ProofWays;
  given: string | undefined;
  audit: AuditContext;
  io: CliOutput;
}

export interface Command {
  /** The command with its arguments: `member add <email> <practice>`. */
  usage: string;
  summary: string;
  options?: Record<string, { type: 'string' | 'boolean'; summary: string }>;
  /** Reads input that only the terminal has: standard input or a file. `run` receives it as `given`. */
  gather?(words: ParsedArguments, here: CliIO): Promise<string | undefined>;
  /** May run in a different process than the terminal's. */
  run(input: CommandInput): Promise<void>;
}

interface UsageParts {
  fixed: string[];
  names: string[];
}

function usageParts({ usage }: Command): UsageParts {
  const words = usage.split(' ');
  const isName = (word: string): boolean => word.startsWith('<');
  return {
    fixed: words.filter((word) => !isName(word)),
    names: words.filter(isName).map((word) => word.slice(1, -1)),
  };
}

export function usageOf(commands: readonly Command[]): string {
  const lines = commands.flatMap((command) => [
    `  ${command.usage.padEnd(42)} ${command.summary}`,
    ...Object.entries(command.options ?? {}).map(
      ([name, { type, summary }]) => `      --${`${name}${type === 'string' ? ' …' : ''}`.padEnd(36)} ${summary}`,
    ),
  ]);
  const operator =
    '--operator … names you in the audit log; otherwise CONSOLE_OPERATOR, or your user name on this machine';
  return ['Usage: npm run console -- <command>', '', ...lines, '', operator].join('\n');
}

const isTyped = (argv: readonly string[], command: Command): boolean =>
  usageParts(command).fixed.every((word, index) => argv[index] === word);

/** The typed command, or those that start with the same word, or all. */
function commandsLike(argv: readonly string[], commands: readonly Command[]): readonly Command[] {
  const typed = commands.filter((command) => isTyped(argv, command));
  const ofGroup = commands.filter((command) => usageParts(command).fixed[0] === argv[0]);
  return [typed, ofGroup].find((some) => some.length > 0) ?? commands;
}

function findCommand(argv: readonly string[], commands: readonly Command[]): Command {
  const command = commands.find((known) => isTyped(argv, known));
  if (!command) throw new UsageError(argv.length === 0 ? 'Type a command.' : `Unknown command "${argv.join(' ')}".`);
  return command;
}

function readArguments(argv: readonly string[], command: Command): ParsedArguments {
  const { fixed, names } = usageParts(command);
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
    options: values as ParsedArguments['options'],
  };
}

/**
 * Prints errors that a person can fix, and returns the exit code. @param commands whose usage is printed for an invalid
 * command line
 */
async function withErrorMessages(
  commands: readonly Command[],
  io: CliOutput,
  work: () => Promise<number>,
): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UsageError) {
      io.error(`${error.message}\n\n${usageOf(commands)}`);
      return 2;
    }
    if (error instanceof AppError) {
      io.error(error.message);
      return 1;
    }
    throw error;
  }
}

/**
 * Runs a command on an open and migrated database.
 *
 * @param config `passwordKeys` are the keys for password hashes
 * @returns the exit code: 0, 1 when the command failed, 2 for an invalid command line
 */
export function executeCommand(
  typed: CommandRequest,
  commands: readonly Command[],
  db: Db,
  io: CliOutput,
  config: CommandConfig = { ...onlyByOperator, passwordKeys: [] },
): Promise<number> {
  return withErrorMessages(commandsLike(typed.argv, commands), io, async () => {
    const command = findCommand(typed.argv, commands);
    const audit = { actor: operatorActor(typed.operator), now: new Date() };
    const hashing = { ...passwordCost, keys: config.passwordKeys };
    await command.run({
      ...{ db, hashing, proofWays: config, audit, io },
      ...readArguments(typed.argv, command),
      given: typed.given,
    });
    return 0;
  });
}

/**
 * Runs a command line.
 *
 * @param execute runs the command; called only for a valid command line
 * @returns the exit code: that of `execute`, or 2 for an invalid command line
 */
export async function runCommandLine(
  typed: readonly string[],
  commands: readonly Command[],
  here: CliIO,
  execute: (typed: CommandRequest) => Promise<number>,
): Promise<number> {
  if (typed.length === 0 || typed.includes('--help') || typed[0] === 'help') {
    here.out(usageOf(commandsLike(typed[0] === 'help' ? typed.slice(1) : typed, commands)));
    return typed.length === 0 ? 2 : 0;
  }
  return withErrorMessages(commandsLike(typed, commands), here, async () => {
    const { argv, operator } = readOperator(typed, { configured: here.operator, user: systemUser });
    const command = findCommand(argv, commands);
    const input = await command.gather?.(readArguments(argv, command), here);
    return execute({ argv, given: input, operator });
  });
}

/** A time with minute precision, in UTC. Empty for null. */
export const formatMinute = (date: Date | null): string => date?.toISOString().slice(0, 16).replace('T', ' ') ?? '';

/** Aligns columns of text to their widest entry. */
export function formatTable(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
