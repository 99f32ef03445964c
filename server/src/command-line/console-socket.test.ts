import { mkdtemp, readdir, stat, writeFile } from 'node:fs/promises';
import { type Socket, connect, createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type ConsoleSocket, listenForCommands } from './console-socket.js';
import type { Print, TypedCommand } from './run.js';
import { CommandTooLarge, NoAnswer, NotListening, askRunningConsole } from './running-console.js';
import { LARGEST_COMMAND_BYTES, socketPathIn } from './wire.js';

describe('the socket for commands', () => {
  let folder: string;
  let file: string;
  let listening: ConsoleSocket | undefined;
  let asked: TypedCommand[];
  let faults: unknown[];
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'console-socket-'));
    file = path.join(folder, 'console.sock');
    asked = [];
    faults = [];
  });
  afterEach(async () => {
    await listening?.close();
    listening = undefined;
  });

  type Answer = (typed: TypedCommand, print: Print) => Promise<number>;
  const listen = async (answer: Answer = () => Promise.resolve(0)): Promise<ConsoleSocket> => {
    const keep: Answer = (typed, print) => {
      asked.push(typed);
      return answer(typed, print);
    };
    listening = await listenForCommands(file, keep, (fault) => faults.push(fault));
    return listening;
  };
  const ask = async (typed: TypedCommand) => {
    const said: string[] = [];
    const print: Print = { out: (line) => said.push(`out ${line}`), error: (line) => said.push(`error ${line}`) };
    return { exit: await askRunningConsole(file, typed, print), said };
  };
  const connected = (): Promise<Socket> =>
    new Promise((resolve, reject) => {
      const socket = connect(file, () => resolve(socket)).once('error', reject);
    });
  /** What comes back for bytes that no command line of ours would send. */
  const send = async (...parts: (string | Buffer)[]): Promise<string> => {
    const socket = await connected();
    let said = '';
    socket.on('data', (chunk: Buffer) => (said += String(chunk)));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    for (const part of parts) socket.write(part);
    await closed;
    return said;
  };

  it('belongs to its owner alone, and is gone when it is closed', async () => {
    const socket = await listen();
    const found = await stat(file);
    expect([found.isSocket(), found.mode & 0o777]).toEqual([true, 0o600]);
    await socket.close();
    expect(await readdir(folder)).toEqual([]);
  });

  it('replaces what a killed server left behind', async () => {
    await writeFile(file, '');
    await listen();
    expect((await ask({ argv: [] })).exit).toBe(0);
  });

  it('carries arguments and what was gathered there, and words and the exit code back', async () => {
    await listen((_typed, print) => {
      print.out('first “line”');
      print.error('second\nand third');
      return Promise.resolve(2);
    });
    const typed = { argv: ['person', 'add', 'kim@clinic.example', 'Kim Osei'], given: 'a password\nof two lines' };
    expect(await ask(typed)).toEqual({ exit: 2, said: ['out first “line”', 'error second\nand third'] });
    expect(asked).toEqual([typed]);
  });

  it('carries long answers whole', async () => {
    await listen((_typed, { out }) => {
      for (let line = 0; line < 50_000; line += 1) out(`line ${line}`);
      return Promise.resolve(0);
    });
    const { said } = await ask({ argv: [] });
    expect([said.length, said.at(-1)]).toEqual([50_000, 'out line 49999']);
  });

  it.each([
    ['what is no JSON', ['token issue\n'], 'This is no command.'],
    ['arguments that are no texts', ['{"argv":[1]}\n'], 'This is no command.'],
    ['what it does not know', ['{"argv":[],"as":"root"}\n'], 'This is no command.'],
    ['two commands at once', ['{"argv":[]}\n{"argv":[]}\n'], 'A connection takes one command.'],
    ['a command without end', [Buffer.alloc(LARGEST_COMMAND_BYTES * 8, 'x')], 'A command has at most 256000 bytes.'],
  ])('refuses %s in words and runs nothing', async (_what, parts, words) => {
    await listen();
    expect(await send(...parts)).toBe(`${JSON.stringify({ error: words })}\n{"exit":1}\n`);
    expect([asked, faults]).toEqual([[], []]);
    expect((await ask({ argv: [] })).exit).toBe(0);
  });

  it('says that a fault is in the log, and not what it was', async () => {
    const fault = new Error('connection string with a secret');
    await listen(() => Promise.reject(fault));
    const { exit, said } = await ask({ argv: [] });
    expect([exit, said]).toEqual([1, ['error Something went wrong in the running console; its log says what.']]);
    expect(faults).toEqual([fault]);
  });

  it('finishes what runs before it is closed, and drops who has said nothing', async () => {
    let finish: () => void = () => undefined;
    let begun: () => void = () => undefined;
    const isRunning = new Promise<void>((resolve) => (begun = resolve));
    const socket = await listen(async () => {
      begun();
      await new Promise<void>((resolve) => (finish = resolve));
      return 0;
    });
    const silent = await connected();
    const dropped = new Promise((resolve) => silent.once('close', resolve));
    const answer = ask({ argv: [] });
    await isRunning;
    const closed = socket.close();
    await dropped;
    await expect(ask({ argv: [] })).rejects.toThrow(NotListening);
    finish();
    expect((await answer).exit).toBe(0);
    await closed;
  });

  it('is told apart from no socket, and takes no command that is too large', async () => {
    await expect(ask({ argv: [] })).rejects.toThrow(NotListening);
    await listen();
    await expect(ask({ argv: [], given: 'x'.repeat(LARGEST_COMMAND_BYTES) })).rejects.toThrow(CommandTooLarge);
    expect(asked).toEqual([]);
  });

  it('says when a server breaks off before it has answered', async () => {
    const breaking = createServer((socket) => socket.once('data', () => socket.destroy()));
    await new Promise<void>((resolve) => breaking.listen(file, resolve));
    await expect(ask({ argv: [] })).rejects.toThrow(NoAnswer);
    await new Promise((resolve) => breaking.close(resolve));
  });

  it('needs a path that the system takes whole', () => {
    expect(socketPathIn('/srv/console')).toBe('/srv/console/console.sock');
    expect(socketPathIn(`/srv/${'ü'.repeat(50)}`)).toBeUndefined();
  });
});
