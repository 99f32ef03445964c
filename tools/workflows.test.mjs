// @ts-check
import { describe, expect, it } from '@jest/globals';
import { validateWorkflow } from '@action-validator/core';
import fs from 'node:fs';
import path from 'node:path';
import { remoteFolders, repositoryPath } from './steps.mjs';

const folder = repositoryPath('.github/workflows');
const files = fs.readdirSync(folder);
const read = (/** @type {string} */ file) => fs.readFileSync(path.join(folder, file), 'utf8');

describe('the pipelines', () => {
  it.each(files)('follows the schema of workflows in %s', (file) => {
    expect(validateWorkflow(read(file)).errors).toEqual([]);
  });

  it('has one per module, which runs for its folder and checks that module', () => {
    for (const name of remoteFolders().map((root) => path.basename(root))) {
      const pipeline = read(`${name}.yml`);
      expect(pipeline).toContain(`paths: [${name}/**, `);
      expect(pipeline).toContain(`module: ${name}\n`);
    }
  });
});
