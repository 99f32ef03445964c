// @ts-check
import { describe, expect, it } from '@jest/globals';
import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { repositoryPath } from './steps.mjs';

const root = repositoryPath('tools');
/** @type {string[]} */
const published = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')).files;
const isPublished = (/** @type {string} */ file) =>
  published.some((part) => file === part || file.startsWith(`${part}/`));

/** The programs that are published, from the folder of the package. */
const programs = fs
  .readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => isPublished(file) && /(?<!\.test)\.mjs$/.test(file));

describe('the published command line', () => {
  it('has every file that its programs import', () => {
    const missing = programs.flatMap((program) =>
      ts
        .preProcessFile(fs.readFileSync(path.join(root, program), 'utf8'), true, true)
        .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
        .map(({ fileName }) => path.join(path.dirname(program), fileName))
        .filter((file) => !isPublished(file))
        .map((file) => `${program}: ${file}`),
    );
    expect(programs.length).toBeGreaterThan(20);
    expect(missing).toEqual([]);
  });
});
