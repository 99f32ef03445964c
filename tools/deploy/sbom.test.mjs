// @ts-check
import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { billOfMaterials, imageParts, readLock } from '../sbom.mjs';
import { repositoryPath } from '../steps.mjs';

describe('billOfMaterials', () => {
  const { components } = billOfMaterials(readLock(), imageParts());
  const named = (/** @type {string} */ name) => components.filter((one) => one.name === name);

  it('lists runtime dependencies of server and pages, and no development dependencies', () => {
    for (const name of ['fastify', 'pg', 'nodemailer', 'react', '@mui/material', 'stripe']) {
      expect([name, named(name).length]).toEqual([name, expect.any(Number)]);
      expect(named(name).length).toBeGreaterThan(0);
    }
    for (const name of ['jest', 'webpack', '@playwright/test', 'smtp-server'])
      expect([name, named(name)]).toEqual([name, []]);
  });

  it('has each version once, with its hash', () => {
    const addresses = components.map(({ purl }) => purl);
    expect(new Set(addresses).size).toBe(addresses.length);
    const without = components.filter(
      ({ hashes }) => !hashes?.some(({ alg, content }) => alg === 'SHA-512' && content.length === 128),
    );
    expect(without.map(({ purl }) => purl)).toEqual([]);
  });

  it('follows dependencies to the nearest folder, and names packages by their own name', () => {
    const integrity = `sha512-${Buffer.from('hash').toString('base64')}`;
    const packages = {
      '': { version: '1.0.0' },
      server: { version: '1.0.0', dependencies: { old: '^2.0.0', shared: '^1.0.0' } },
      shared: { version: '1.0.0', dependencies: { a: '^1.0.0' } },
      'node_modules/shared': { link: true, resolved: 'shared' },
      'node_modules/jest': { version: '30.0.0', integrity },
      'node_modules/old': { name: '@scope/real', version: '2.0.0', license: 'MIT', integrity },
      'node_modules/a': { version: '1.0.0', integrity, dependencies: { b: '^3.0.0', missing: '^1.0.0' } },
      'node_modules/b': { version: '2.0.0', integrity },
      'node_modules/a/node_modules/b': { version: '3.0.0', integrity },
    };
    expect(billOfMaterials({ packages }, ['server']).components).toMatchObject([
      { purl: 'pkg:npm/%40scope/real@2.0.0', licenses: [{ expression: 'MIT' }] },
      { purl: 'pkg:npm/a@1.0.0' },
      { purl: 'pkg:npm/b@3.0.0', hashes: [{ alg: 'SHA-512', content: Buffer.from('hash').toString('hex') }] },
    ]);
  });
});

describe('the image', () => {
  it('has the bill of materials that the command prints', () => {
    const printed = JSON.parse(
      execFileSync(process.execPath, ['tools/sbom.mjs'], { cwd: repositoryPath(), encoding: 'utf8' }),
    );
    expect([printed.bomFormat, printed.specVersion]).toEqual(['CycloneDX', '1.6']);
    const dockerfile = fs.readFileSync(repositoryPath('deploy/Dockerfile'), 'utf8');
    expect(dockerfile).toMatch(/^RUN node tools\/sbom\.mjs > sbom\.cdx\.json$/m);
    expect(dockerfile).toMatch(/^COPY --from=build \/console\/sbom\.cdx\.json \.\/$/m);
  });
});
