/** Builds of a module for tests. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SignedStatement } from 'shared-api/contracts/module-statement';
import type { Audience, ModuleBuild, ModuleDeclaration } from 'shared-api/contracts';
import type { Db } from '../platform/database/tables.js';
import { grantModule } from '../modules/registry/module-grants.js';
import { integrityOf } from '../modules/registry/module-upload.js';
import { promote, publish } from '../modules/registry/release-service.js';
import { testAudit } from './test-server.js';

export function createDeclaration(
  name: string,
  { audience = 'clinic', paths }: { audience?: Audience; paths?: string[] } = {},
): ModuleDeclaration {
  const own = audience === 'clinic' ? `/settings/:practice/${name}/page` : `/internal/${name}`;
  return {
    name,
    title: `Module ${name}`,
    audience,
    routes: (paths ?? [own]).map((path, order) => ({ path, title: `Page ${order}`, area: 'Test', order })),
  };
}

export interface TestUpload {
  declaration: ModuleDeclaration;
  build: ModuleBuild;
  contents: Record<string, string>;
  for_preview?: boolean;
  statement?: SignedStatement;
}

/** A version whose files all contain its version number. */
export function createUpload(
  declaration: ModuleDeclaration,
  version: string,
  { files = {} as Record<string, string>, sharedUi = '^1.2.0', shared = [] as string[] } = {},
): TestUpload {
  const texts: Record<string, string> = {
    'remoteEntry.js': `/* ${declaration.name} ${version} */ globalThis.loaded = true;\n`.repeat(20),
    'assets/page.js': `/* page of ${version} */`,
    ...files,
  };
  const names = Object.keys(texts);
  const content = (name: string): Buffer => Buffer.from(texts[name] ?? '');
  return {
    declaration,
    build: {
      version,
      entry: 'remoteEntry.js',
      shared_ui: sharedUi,
      files: Object.fromEntries(names.map((name) => [name, integrityOf(content(name))])),
      preload: ['remoteEntry.js', 'assets/page.js'],
      shared,
    },
    contents: Object.fromEntries(names.map((name) => [name, content(name).toString('base64')])),
  };
}

/** Writes a built module as a folder for `LOCAL_MODULES`. */
export async function writeModuleFolder(folder: string, { declaration, build, contents }: TestUpload): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(path.join(folder, 'dist/assets'), { recursive: true });
  await writeFile(path.join(folder, 'module.json'), JSON.stringify(declaration));
  await writeFile(path.join(folder, 'dist/build.json'), JSON.stringify(build));
  for (const [name, content] of Object.entries(contents)) {
    await writeFile(path.join(folder, 'dist', name), Buffer.from(content, 'base64'));
  }
}

/** Grants the module and makes the version live. */
export async function releaseBuild(db: Db, upload: TestUpload): Promise<void> {
  const { name } = upload.declaration;
  await grantModule(db, upload.declaration, testAudit());
  await publish(db, name, upload, testAudit());
  await promote(db, { module: name, version: upload.build.version }, undefined, testAudit());
}
