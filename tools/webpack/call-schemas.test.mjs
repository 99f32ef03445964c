// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import { expect, describe, it } from '@jest/globals';
import webpack from 'webpack';
import { repositoryPath } from '../steps.mjs';
import callSchemas from './call-schemas.cjs';
import { commonConfig } from './common.mjs';

const { withoutCallSchemas } = callSchemas;

const listMembers = `
import * as z from 'zod/mini';
import { defineCall } from './call.js';
const name = z.string().check(z.minLength(1));
export const member = z.object({ name });
export const listMembers = defineCall({
  name: 'listMembers',
  method: 'GET',
  path: '/api/:practice/members/',
  summary: 'Members, by name',
  okStatus: ['success'],
  answer: z.object({
    members: z.array(member),
  }),
});
`;

describe('withoutCallSchemas', () => {
  it('keeps the parts of a call that a page needs', () => {
    const code = withoutCallSchemas(listMembers);
    for (const kept of ["name: 'listMembers'", "method: 'GET'", "path: '/api/:practice/members/'", "['success']"]) {
      expect(code).toContain(kept);
    }
    expect(code).not.toMatch(/summary|answer|z\.array/);
  });

  it('keeps line numbers', () => {
    expect(withoutCallSchemas(listMembers).split('\n')).toHaveLength(listMembers.split('\n').length);
  });

  it('removes the last property with and without a comma after it', () => {
    const contract = (/** @type {string} */ end) => `const call = defineCall({ method: 'GET', answer: text${end} });`;
    const expected = "const call = /*#__PURE__*/ defineCall({ method: 'GET', });";
    expect([',', ''].map((end) => withoutCallSchemas(contract(end)))).toEqual([expected, expected]);
  });

  it('leaves code without schemas and calls unchanged', () => {
    const code =
      "import { z } from './numbers.js';\nexport const sum = z.add(1, 2);\nexport const area = { z: z.add(1) };\n";
    expect(withoutCallSchemas(code)).toBe(code);
  });
});

/** @param {string} code of a module's file @returns {Promise<string>} what a browser would load */
async function build(code) {
  const root = fs.mkdtempSync(path.join(repositoryPath('tools'), '.call-schemas-'));
  try {
    fs.writeFileSync(path.join(root, 'index.ts'), code);
    const output = path.join(root, 'dist');
    await new Promise((resolve, reject) => {
      webpack(
        {
          ...commonConfig({ root, development: false }),
          entry: './index.ts',
          output: { path: output, filename: 'built.js' },
        },
        (error, stats) => (error || stats?.hasErrors() ? reject(error ?? stats?.toString('errors-only')) : resolve(0)),
      );
    });
    return fs.readFileSync(path.join(output, 'built.js'), 'utf8');
  } finally {
    fs.rmSync(root, { recursive: true });
  }
}

describe('the build of a page', () => {
  it('has the call without its schemas, and without zod', async () => {
    const built = await build(`
      import { listMembers } from 'shared-api/contracts';
      console.log(listMembers);
    `);
    expect(built).toContain('/api/:practice/members/');
    expect(built).not.toMatch(/_zod|summary/);
  });

  it('has a schema that the page uses', async () => {
    const built = await build(`
      import { member } from 'shared-api/contracts';
      console.log(member.safeParse({}));
    `);
    expect(built).toContain('_zod');
  });
});

/** @param {string} folder @returns {string[]} */
const sourcesBelow = (folder) =>
  fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|(^|\/)testing\//.test(file))
    .map((file) => path.join(folder, file));

describe('pages', () => {
  it('use no call schema, because their build has none', () => {
    const packages = fs.readdirSync(repositoryPath()).filter((name) => /^(mf-.*|shell|shared-ui)$/.test(name));
    const files = packages.flatMap((name) => sourcesBelow(repositoryPath(name, 'src')));
    expect(files.length).toBeGreaterThan(500);
    const reading = files.filter((file) =>
      /\b\w+\.(params|query|body|answer)\.(safeParse|parse|shape|_zod)\b/.test(fs.readFileSync(file, 'utf8')),
    );
    expect(reading).toEqual([]);
  });
});
