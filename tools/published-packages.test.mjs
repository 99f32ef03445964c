// @ts-check
import { describe, expect, it } from '@jest/globals';
import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { publishPackages } from './published-packages.mjs';
import { repositoryPath } from './steps.mjs';

const root = repositoryPath('tools');
/** @typedef {Record<string, string>} Versions */
/** @type {{ files: string[], dependencies: Versions, optionalDependencies: Versions, peerDependencies: Versions }} */
const {
  files: published,
  dependencies,
  optionalDependencies,
  peerDependencies,
} = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
const declared = { ...dependencies, ...optionalDependencies, ...peerDependencies };
const isPublished = (/** @type {string} */ file) =>
  published.some((part) => file === part || file.startsWith(`${part}/`));

/** The published programs, relative to the package's folder. */
const programs = fs
  .readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => isPublished(file) && /(?<!\.test)\.[cm]js$/.test(file));

/** The imports of a program. @param {string} program */
const importsOf = (program) =>
  ts
    .preProcessFile(fs.readFileSync(path.join(root, program), 'utf8'), true, true)
    .importedFiles.map(({ fileName }) => fileName);

/** The package of an import: `@swc/core` of `@swc/core/spack`. @param {string} name */
const packageOf = (name) =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');

describe('the published command line', () => {
  it('has every file that its programs import', () => {
    const missing = programs.flatMap((program) =>
      importsOf(program)
        .filter((name) => name.startsWith('.'))
        .map((name) => path.join(path.dirname(program), name))
        .filter((file) => !isPublished(file))
        .map((file) => `${program}: ${file}`),
    );
    expect(programs.length).toBeGreaterThan(20);
    expect(missing).toEqual([]);
  });

  it('declares every package that its programs import', () => {
    const undeclared = programs.flatMap((program) =>
      importsOf(program)
        .filter((name) => !/^(\.|node:)/.test(name) && declared[packageOf(name)] === undefined)
        .map((name) => `${program}: ${name}`),
    );
    expect(undeclared).toEqual([]);
  });
});

it('publishes nothing to an invalid registry address', async () => {
  const target = repositoryPath('.cache', 'nothing');
  const published = publishPackages({ target, registry: 'npm.example', say: () => undefined });
  await expect(published).rejects.toThrow('npm.example is not the address of a registry.');
  expect(fs.existsSync(target)).toBe(false);
});

it('detects a missing registry sign-in before compiling', async () => {
  const target = repositoryPath('.cache', 'nothing');
  const published = publishPackages({ target, registry: 'http://127.0.0.1:9', say: () => undefined });
  await expect(published).rejects.toThrow(
    'Sign in with "npm login --registry=http://127.0.0.1:9", or put a token into .npmrc. Nothing was published.',
  );
  expect(fs.existsSync(target)).toBe(false);
});
