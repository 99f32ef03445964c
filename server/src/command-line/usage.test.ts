/** The usage, which needs no database. */
import { expect, it } from '@jest/globals';
import { commands } from './commands.js';
import { runCommandLine } from './run.js';

async function run(line: readonly string[]): Promise<{ code: number; output: string }> {
  const output: string[] = [];
  const write = (text: string): void => void output.push(text);
  const nothing = () => Promise.resolve('');
  const noDatabase = () => Promise.reject(new Error('the database was opened'));
  const code = await runCommandLine(
    line,
    commands,
    { out: write, error: write, stdin: nothing, readFile: nothing },
    noDatabase,
  );
  return { code, output: output.join('\n') };
}

/** The first two words of each command in a usage. */
const commandsIn = (usage: string) => [...usage.matchAll(/^ {2}([a-z]\S* \S+)/gm)].map(([, words]) => words);

it('has every command', async () => {
  const { code, output } = await run(['--help']);
  expect(code).toBe(0);
  for (const command of commands) expect(output).toContain(command.usage);
});

it.each<[string, string[], string[]]>([
  ['the command that was typed wrong', ['person', 'add'], ['person add']],
  ['the command that needs help', ['person', 'add', '--help'], ['person add']],
  ['those that begin with the same word', ['practice'], ['practice add', 'practice list']],
  ['those that begin with the same word, for help', ['help', 'practice'], ['practice add', 'practice list']],
])('has only %s', async (_which, line, expected) => {
  expect(commandsIn((await run(line)).output)).toEqual(expected);
});

it('lists every command after an unknown word', async () => {
  expect(commandsIn((await run(['practise'])).output)).toHaveLength(commands.length);
});
