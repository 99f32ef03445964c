/**
 * A pipeline opens a build in a test console, signs it, and publishes it to a console that only accepts signed versions
 * (0211).
 */
import { execFile, execFileSync } from 'node:child_process';
import { createHash, generateKeyPairSync } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { entryWithFault, faultDeclaration, faultEntry } from '../../support/fault-module';
import { declarationFile, publishBuild, type Shipping } from '../../support/registry';
import { repository } from '../../support/repository';
import { expect, test } from '../../support/test';

const MODULE = faultDeclaration.name;
const VERSION = '1.0.0';

/** Writes a finished build, and the tarball of it that a passed check leaves. */
function buildIn(folder: string, name: string, entry: string): { folder: string; tarball: string } {
  const { version: kit } = JSON.parse(fs.readFileSync(path.join(repository, 'shared-ui/package.json'), 'utf8')) as {
    version: string;
  };
  const root = path.join(folder, name);
  fs.mkdirSync(path.join(root, 'dist'), { recursive: true });
  const integrity = `sha384-${createHash('sha384').update(entry).digest('base64')}`;
  const build = {
    version: VERSION,
    entry: 'remoteEntry.js',
    shared_ui: `^${kit}`,
    files: { 'remoteEntry.js': integrity },
    preload: [],
    shared: [],
  };
  fs.writeFileSync(path.join(root, 'dist/remoteEntry.js'), entry);
  fs.writeFileSync(path.join(root, 'dist/build.json'), JSON.stringify(build));
  fs.writeFileSync(path.join(root, 'module.json'), JSON.stringify(faultDeclaration));
  fs.writeFileSync(path.join(root, 'checked.json'), '{}');
  const tarball = path.join(folder, `${name}.tgz`);
  execFileSync('tar', ['-czf', tarball, '-C', root, '.']);
  return { folder: root, tarball };
}

test('publishes only versions that a pipeline opened and signed', { tag: '@verify' }, async ({ startOwnConsole }) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'signed-versions-'));
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  const [forTests, strict] = await Promise.all([
    startOwnConsole(),
    startOwnConsole({ environment: { MODULE_PIPELINE_KEYS: `ci=${key}` } }),
  ]);
  try {
    const teams: Shipping[] = [];
    for (const running of [forTests, strict]) {
      await running.command('module', 'grant', declarationFile(faultDeclaration));
      teams.push({ url: running.url, token: await running.token(MODULE) });
    }
    const [tests, live] = teams as [Shipping, Shipping];
    const statement = path.join(folder, 'statement.json');
    const type = ({ url, token }: Shipping, ...args: string[]): Promise<{ code: number; said: string }> =>
      new Promise((resolve) => {
        const env = {
          ...process.env,
          CONSOLE_URL: url,
          CONSOLE_TOKEN: token,
          CONSOLE_PIPELINE: 'ci',
          CONSOLE_SIGNING_KEY: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
        };
        const program = path.join(repository, 'tools/bin/practice-console.mjs');
        execFile(process.execPath, [program, ...args], { cwd: folder, env }, (error, stdout, stderr) =>
          resolve({ code: error === null ? 0 : Number(error.code), said: stdout + stderr }),
        );
      });

    const good = buildIn(folder, 'good', faultEntry);
    await publishBuild(tests, good.folder);
    await test.step('refuses the build without a statement', async () => {
      const { code, said } = await type(live, 'publish', '--tarball', good.tarball);
      expect([code, said]).toEqual([1, expect.stringContaining('only versions that a pipeline has signed.')]);
    });
    const bad = buildIn(folder, 'bad', entryWithFault('throw-in-mount'));
    await test.step('signs no build whose files that console does not have', async () => {
      const { code, said } = await type(tests, 'sign', '--tarball', bad.tarball, '--statement', statement);
      expect([code, said]).toEqual([1, expect.stringContaining(`has other files of ${MODULE} ${VERSION}`)]);
      expect(fs.existsSync(statement)).toBe(false);
    });
    await test.step('signs and publishes what opens', async () => {
      const signed = await type(tests, 'sign', '--tarball', good.tarball, '--statement', statement);
      expect([signed.code, signed.said]).toEqual([0, expect.stringContaining(`${MODULE} ${VERSION} is signed by ci`)]);
      const published = await type(live, 'publish', '--tarball', good.tarball, '--statement', statement);
      expect([published.code, published.said]).toEqual([0, expect.stringContaining('is published.')]);
      expect((await type(live, 'list', MODULE)).said).toMatch(/1\.0\.0 .*, signed by ci/);
    });
    await test.step('refuses another build with the statement of this one', async () => {
      const { code, said } = await type(live, 'publish', '--tarball', bad.tarball, '--statement', statement);
      expect([code, said]).toEqual([1, expect.stringContaining(`another build of ${MODULE} ${VERSION}`)]);
    });
  } finally {
    await Promise.all([forTests.dispose(), strict.dispose()]);
    fs.rmSync(folder, { recursive: true, force: true });
  }
});
