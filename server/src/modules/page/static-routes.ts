/** Serves the shell's files from its build folder, and files of other builds and of modules from the database. */
import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ModulesContext } from '../context.js';
import { authenticate } from '../../access/sessions/authenticate.js';
import { type PersonPrincipal, type Principal, opensModule } from '../../platform/http/principal.js';
import { notFound } from '../../platform/errors/app-error.js';
import type { RegisteredModule } from '../registry/module-list.js';
import { openPreviewsOf } from '../registry/previews.js';
import { findFile, wasReleased } from '../registry/module-repository.js';
import { canLoad } from '../registry/routes-of-modules.js';
import { fileServer } from './served-file.js';
import { findShellFile } from '../../platform/shell-builds/shell-builds-repository.js';

/** A path of plain names, which can't lead out of a folder. */
const plainPath = /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/;

function wildcardOf(request: FastifyRequest): string {
  return (request.params as { '*': string })['*'];
}

/** A file in the folder. Undefined if it doesn't exist or a link leads out of the folder. */
async function readWithin(folder: string, file: string): Promise<Buffer | undefined> {
  try {
    const root = await realpath(folder);
    const resolved = await realpath(path.join(root, file));
    return resolved.startsWith(root + path.sep) ? await readFile(resolved) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Removes the retry segment, such as `~2`. A retry adds it to get past a request that hangs under the first address; it
 * names the same file.
 */
function withoutRetryStep(file: string): string {
  return file.replace(/^~\d{1,6}\//, '');
}

/**
 * Uploaded files are code for the console's page. Opened as a page of its own, such a file cannot run scripts or submit
 * forms.
 */
const uploadPolicy = "default-src 'none'; frame-ancestors 'none'; form-action 'none'; base-uri 'none'; sandbox";

function isTokenOf(principal: Principal, module: string): boolean {
  return principal.kind === 'deploy-token' && opensModule(principal, module);
}

/** Source maps contain the original code with its comments, so only developers load them. */
const isSourceMap = (file: string): boolean => file.endsWith('.map');

const isDeveloper = (principal: Principal): boolean => principal.kind === 'person' && principal.flags.developer;

/** Who may load a version before its release: developers, and the team with its token. */
function mayTryOut(principal: Principal, module: string): boolean {
  return isTokenOf(principal, module) || isDeveloper(principal);
}

export function staticRoutes(app: FastifyInstance, context: ModulesContext): void {
  const files = fileServer();
  /** A released version stays released, so the result is cached. */
  const released = new Set<string>();
  const isReleasedVersion = async (module: string, version: string): Promise<boolean> => {
    const name = `${module}/${version}`;
    if (!released.has(name) && (await wasReleased(context.db, module, version))) released.add(name);
    return released.has(name);
  };
  const missing = () => notFound('This file doesn’t exist.');
  /** A version that the session has open as a preview. */
  const hasOpen = (module: RegisteredModule, version: string, person: PersonPrincipal): boolean =>
    openPreviewsOf([module], person, context.now()).get(module.name)?.build.version === version;

  app.get('/shell/*', async (request, reply) => {
    const file = withoutRetryStep(wildcardOf(request));
    if (!plainPath.test(file)) throw missing();
    // File names contain hashes, except shell.json, which pages do not request.
    if (file === 'shell.json') throw missing();
    if (isSourceMap(file) && !isDeveloper(await authenticate(request, context))) throw missing();
    // The frame of the card form has the provider's origin, and shows our font.
    if (file.endsWith('.woff2')) reply.header('access-control-allow-origin', '*');
    const served = await files.serve(request, reply, {
      key: `shell/${file}`,
      path: file,
      scope: isSourceMap(file) ? 'private' : 'public',
      // A page from another replica's build, or one opened before an upgrade.
      load: async () => (await readWithin(context.shell.dir, file)) ?? findShellFile(context.db, file),
    });
    if (!served) throw missing();
    return reply;
  });

  app.get<{ Params: { module: string; version: string } }>('/modules/:module/:version/*', async (request, reply) => {
    const { module: name, version } = request.params;
    const file = withoutRetryStep(wildcardOf(request));
    const { modules } = await context.registry.recent();
    const module = modules.find((known) => known.name === name);
    if (!module || !plainPath.test(file)) throw missing();
    const isReleased = await isReleasedVersion(name, version);
    const isForDevelopers = !isReleased || isSourceMap(file);
    if (isForDevelopers) {
      const principal = await authenticate(request, context);
      const isPreview = !isSourceMap(file) && principal.kind === 'person' && hasOpen(module, version, principal);
      if (!isPreview && !mayTryOut(principal, name)) throw missing();
    }
    if (module.audience === 'internal') {
      const principal = await authenticate(request, context);
      // The same response as for missing files, so that people without access don't learn a module's file names.
      const mayLoad = principal.kind === 'person' ? canLoad(principal, 'internal') : isTokenOf(principal, name);
      if (!mayLoad) throw missing();
    }
    reply.header('content-security-policy', uploadPolicy);
    const served = await files.serve(request, reply, {
      key: `${name}/${version}/${file}`,
      path: file,
      scope: module.audience === 'internal' || isForDevelopers ? 'private' : 'public',
      load: () => findFile(context.db, name, version, file),
    });
    if (!served) throw missing();
    return reply;
  });
}
