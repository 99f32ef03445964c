/** Ships modules into a running console as a team does: over HTTP, with the module's deploy token. */
import { createHash } from 'node:crypto';
import type { CanaryRule, ModuleDeclaration } from 'shared-api/contracts';
import { repository } from './repository';
import fs from 'node:fs';
import path from 'node:path';

export interface Shipping {
  url: string;
  token: string;
}

async function post(
  { url, token }: Shipping,
  pathname: string,
  body?: unknown,
): Promise<{ status: number; answer: unknown }> {
  const response = await fetch(new URL(pathname, url), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, answer: await response.json() };
}

/** Gives a published version to some people as a preview; without a body, ends it. */
export async function setPreview({ url, token }: Shipping, module: string, name: string, body?: object): Promise<void> {
  const response = await fetch(new URL(`/api/modules/${module}/previews/${name}/`, url), {
    method: body === undefined ? 'DELETE' : 'PUT',
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`);
}

async function mustPost(to: Shipping, pathname: string, body?: unknown): Promise<unknown> {
  const { status, answer } = await post(to, pathname, body);
  if (status >= 400) throw new Error(`${pathname}: ${status} ${JSON.stringify(answer)}`);
  return answer;
}

const integrityOf = (content: string | Buffer): string =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`;

const kit = JSON.parse(fs.readFileSync(path.join(repository, 'shared-ui/package.json'), 'utf8')) as { version: string };

/** Publishes files as a version of the module, without making it live. */
export async function publish(
  to: Shipping,
  declaration: ModuleDeclaration,
  version: string,
  files: Record<string, string>,
  sharedUi = `^${kit.version}`,
): Promise<void> {
  const build = {
    version,
    entry: 'remoteEntry.js',
    shared_ui: sharedUi,
    files: Object.fromEntries(Object.entries(files).map(([name, text]) => [name, integrityOf(text)])),
    preload: [],
    shared: [],
    contributions: Object.fromEntries(
      (declaration.contributions ?? []).map(({ name }) => [name, { preload: [], shared: [] }]),
    ),
  };
  const contents = Object.fromEntries(
    Object.entries(files).map(([name, text]) => [name, Buffer.from(text).toString('base64')]),
  );
  await mustPost(to, `/api/modules/${declaration.name}/releases/`, { declaration, build, contents });
}

/** Makes a published version live for everyone, or with `canary` for some people. */
export const promote = (
  to: Shipping,
  module: string,
  version: string,
  canary: { percent?: number; rule?: Partial<CanaryRule> } = {},
): Promise<unknown> => mustPost(to, `/api/modules/${module}/promote/`, { version, ...canary });

/** Publishes files as a version of the module and makes it live. */
export async function ship(
  to: Shipping,
  declaration: ModuleDeclaration,
  version: string,
  files: Record<string, string>,
): Promise<void> {
  await publish(to, declaration, version, files);
  await promote(to, declaration.name, version);
}

/** Publishes a remote's finished build. @param folder folder of the remote */
export async function publishBuild(to: Shipping, folder: string): Promise<{ name: string; version: string }> {
  const read = (name: string): Buffer => fs.readFileSync(path.join(folder, name));
  const build = JSON.parse(read('dist/build.json').toString()) as { version: string; files: Record<string, string> };
  const declaration = JSON.parse(read('module.json').toString()) as ModuleDeclaration;
  const contents = Object.fromEntries(
    Object.keys(build.files).map((name) => [name, read(`dist/${name}`).toString('base64')]),
  );
  await mustPost(to, `/api/modules/${declaration.name}/releases/`, { declaration, build, contents });
  return { name: declaration.name, version: build.version };
}

/** Publishes a remote's finished build and makes it live. @param folder folder of the remote */
export async function shipBuild(to: Shipping, folder: string): Promise<string> {
  const { name, version } = await publishBuild(to, folder);
  await promote(to, name, version);
  return version;
}

export const rollBack = (to: Shipping, module: string): Promise<unknown> =>
  mustPost(to, `/api/modules/${module}/rollback/`);

/** Writes `module.json` to a temporary file for the command line. */
export function declarationFile(declaration: ModuleDeclaration): string {
  const folder = path.join(repository, 'e2e', '.work');
  fs.mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${declaration.name}.module.json`);
  fs.writeFileSync(file, JSON.stringify(declaration));
  return file;
}
