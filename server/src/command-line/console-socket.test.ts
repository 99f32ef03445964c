import { readdir, stat, writeFile } from 'node:fs/promises';
import { type Socket, connect, createServer } from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { temporaryFolders } from '../testing/temporary-folders.js';
import { type ConsoleSocket, listenForCommands } from './console-socket.js';
import type { CliOutput, CommandRequest } from './run.js';
import { CommandTooLarge, NoResponse, NotListening, sendToRunningConsole } from './running-console.js';
import { MAX_COMMAND_BYTES, socketPathIn } from './socket-messages.js';

describe('command socket', () => {
  const newFolder = temporaryFolders();
  let folder: string;
  let file: string;
  let listening: ConsoleSocket | undefined;
  let requests: CommandRequest[];
  let faults: unknown[];
  beforeEach(async () => {
    folder = await newFolder('console-socket');
    file = path.join(folder, 'console.sock');
    requests = [];
    faults = [];
  });
  afterEach(async () => {
    await listening?.close();
    listening = undefined;
  });

  type Answer = (typed: CommandRequest, print: CliOutput) => Promise<number>;
  const listen = async (answer: Answer = () => Promise.resolve(0)): Promise<ConsoleSocket> => {
    const keep: Answer = (typed, print) => {
      requests.push(typed);
      return answer(typed, print);
    };
    listening = await listenForCommands(file, keep, (fault) => faults.push(fault));
    return listening;
  };
  const ask = async (typed: CommandRequest) => {
    const output: string[] = [];
    const print: CliOutput = {
      out: (line) => output.push(`out ${line}`),
      error: (line) => output.push(`error ${line}`),
    };
    return { exit: await sendToRunningConsole(file, typed, print), output };
  };
  const connected = (): Promise<Socket> =>
    new Promise((resolve, reject) => {
      const socket = connect(file, () => resolve(socket)).once('error', reject);
    });
  /** Sends bytes that our command line wouldn't send, and returns the response. */
  const send = async (...parts: (string | Buffer)[]): Promise<string> => {
    const socket = await connected();
    let output = '';
    socket.on('data', (chunk: Buffer) => (output += String(chunk)));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    for (const part of parts) socket.write(part);
    await closed;
    return output;
  };

  it('restricts the socket to its owner, and removes it on close', async () => {
    const socket = await listen();
    const stats = await stat(file);
    expect([stats.isSocket(), stats.mode & 0o777]).toEqual([true, 0o600]);
    await socket.close();
    expect(await readdir(folder)).toEqual([]);
  });

  it('replaces a file that a killed server left behind', async () => {
    await writeFile(file, '');
    await listen();
    expect((await ask({ argv: [], operator: 'ada' })).exit).toBe(0);
  });

  it('waits for a slow reader instead of keeping the whole output in memory', async () => {
    const line = 'x'.repeat(100_000);
    const waited: boolean[] = [];
    await listen(async (_typed, print) => {
      for (let count = 0; count < 50; count += 1) {
        print.out(line);
        let isDrained = false;
        const drained = print.drained?.().then(() => (isDrained = true));
        await Promise.resolve();
        await Promise.resolve();
        waited.push(!isDrained);
        await drained;
      }
      return 0;
    });
    const { exit, output } = await ask({ argv: [], operator: 'ada' });
    expect([exit, output.length]).toEqual([0, 50]);
    expect(waited).toContain(true);
  });

  it('passes arguments and input on, and returns output and exit code', async () => {
    await listen((_typed, print) => {
      print.out('first “line”');
      print.error('second\nand third');
      return Promise.resolve(2);
    });
    const typed = {
      argv: ['person', 'add', 'kim@clinic.example', 'Kim Osei'],
      given: 'a password\nof two lines',
      operator: 'ada',
    };
    expect(await ask(typed)).toEqual({ exit: 2, output: ['out first “line”', 'error second\nand third'] });
    expect(requests).toEqual([typed]);
  });

  it('returns long output completely', async () => {
    await listen((_typed, { out }) => {
      for (let line = 0; line < 50_000; line += 1) out(`line ${line}`);
      return Promise.resolve(0);
    });
    const { output } = await ask({ argv: [], operator: 'ada' });
    expect([output.length, output.at(-1)]).toEqual([50_000, 'out line 49999']);
  });

  it.each([
    ['invalid JSON', ['token issue\n'], 'This isn’t a command.'],
    ['arguments that are not strings', ['{"argv":[1]}\n'], 'This isn’t a command.'],
    ['an unknown field', ['{"argv":[],"as":"root"}\n'], 'This isn’t a command.'],
    ['two commands at once', ['{"argv":[]}\n{"argv":[]}\n'], 'A connection takes one command.'],
    ['an endless command', [Buffer.alloc(MAX_COMMAND_BYTES * 8, 'x')], 'A command has at most 256000 bytes.'],
  ])('refuses %s with a message and runs nothing', async (_what, parts, words) => {
    await listen();
    expect(await send(...parts)).toBe(`${JSON.stringify({ error: words })}\n{"exit":1}\n`);
    expect([requests, faults]).toEqual([[], []]);
    expect((await ask({ argv: [], operator: 'ada' })).exit).toBe(0);
  });

  it('reports an error without its message, and logs it', async () => {
    const fault = new Error('connection string with a secret');
    await listen(() => Promise.reject(fault));
    const { exit, output } = await ask({ argv: [], operator: 'ada' });
    expect([exit, output]).toEqual([1, ['error Something went wrong in the running console. See its log.']]);
    expect(faults).toEqual([fault]);
  });

  it('finishes a running command before it closes, and drops idle connections', async () => {
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
    const answer = ask({ argv: [], operator: 'ada' });
    await isRunning;
    const closed = socket.close();
    await dropped;
    await expect(ask({ argv: [], operator: 'ada' })).rejects.toThrow(NotListening);
    finish();
    expect((await answer).exit).toBe(0);
    await closed;
  });

  it('throws NotListening without a socket, and CommandTooLarge for a large command', async () => {
    await expect(ask({ argv: [], operator: 'ada' })).rejects.toThrow(NotListening);
    await listen();
    await expect(ask({ argv: [], operator: 'ada', given: 'x'.repeat(MAX_COMMAND_BYTES) })).rejects.toThrow(
      CommandTooLarge,
    );
    expect(requests).toEqual([]);
  });

  it('throws NoResponse when the server closes the connection before it responds', async () => {
    const breaking = createServer((socket) => socket.once('data', () => socket.destroy()));
    await new Promise<void>((resolve) => breaking.listen(file, resolve));
    await expect(ask({ argv: [], operator: 'ada' })).rejects.toThrow(NoResponse);
    await new Promise((resolve) => breaking.close(resolve));
  });

  it('returns undefined for a path too long for the system', () => {
    expect(socketPathIn('/srv/console')).toBe('/srv/console/console.sock');
    expect(socketPathIn(`/srv/${'ü'.repeat(50)}`)).toBeUndefined();
  });
});
