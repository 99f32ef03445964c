// @ts-check
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { repositoryPath } from './steps.mjs';

/** A repository with the steps and all packages installed. */
const root = fs.mkdtempSync(path.join(os.tmpdir(), 'old-node-'));
const installedNode = path.join(root, 'node_modules', '.bin', 'node');
const lockfile = '{}';

beforeAll(() => {
  fs.mkdirSync(path.join(root, 'tools'));
  fs.mkdirSync(path.dirname(installedNode), { recursive: true });
  for (const name of ['steps.mjs', 'repository.mjs']) {
    fs.copyFileSync(repositoryPath('tools', name), path.join(root, 'tools', name));
  }
  fs.writeFileSync(path.join(root, 'package-lock.json'), lockfile);
  fs.writeFileSync(
    path.join(root, 'node_modules', '.console-lock'),
    createHash('sha256').update(lockfile).digest('hex'),
  );
  fs.writeFileSync(
    path.join(root, 'tools', 'command.mjs'),
    `import { command } from './steps.mjs';
    await command(async () => {
      console.log(JSON.stringify([process.versions.node, process.argv.slice(2), process.env.PATH.split(':')[0]]));
      process.exitCode = 3;
    });`,
  );
});
afterAll(() => fs.rmSync(root, { recursive: true }));

/** Runs the command with a Node that reports version 20.20.2. @param {string[]} args */
const runOnOldNode = (...args) => {
  const older = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })`;
  const script = path.join(root, 'tools', 'command.mjs');
  return spawnSync(process.execPath, ['--import', `data:text/javascript,${older}`, script, ...args], {
    encoding: 'utf8',
  });
};

describe('a command on an old Node', () => {
  it('reports what is missing if npm has no Node for the machine', () => {
    expect(runOnOldNode()).toMatchObject({
      status: 1,
      stdout: '',
      stderr: `Node 22.12 or newer is needed. This is 20.20.2. npm has no Node 24 for ${process.platform} ${process.arch}: install it from https://nodejs.org.\n`,
    });
  });

  it('reruns with the installed Node, which its programs also find', () => {
    fs.symlinkSync(process.execPath, installedNode);
    const { status, stdout } = runOnOldNode('--one', 'two');
    expect(status).toBe(3);
    expect(JSON.parse(stdout)).toEqual([process.versions.node, ['--one', 'two'], path.dirname(installedNode)]);
  });
});
