/** Files of the shell, from its build folder, and of modules, from the database. */
import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppContext } from '../context.js';
import { whoCalls } from '../http/api.js';
import { notFound } from '../http/refusal.js';
import { findFile } from '../modules/module-repository.js';
import { mayLoad } from '../modules/routes-of-modules.js';
import { fileServer } from './served-file.js';

/** A path of plain names; nothing that could lead out of a folder. */
const plainPath = /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/;

function wildcardOf(request: FastifyRequest): string {
  return (request.params as { '*': string })['*'];
}

/** The file in the folder; undefined when there is none, or the path leads out of the folder by a link. */
async function readWithin(folder: string, file: string): Promise<Buffer | undefined> {
  try {
    const root = await realpath(folder);
    const found = await realpath(path.join(root, file));
    return found.startsWith(root + path.sep) ? await readFile(found) : undefined;
  } catch {
    return undefined;
  }
}

/** A step `~2` is a retry's way past a request that hangs under the first address: it names the same file. */
function withoutRetryStep(file: string): string {
  return file.replace(/^~\d{1,6}\//, '');
}

export function staticRoutes(app: FastifyInstance, context: AppContext): void {
  const files = fileServer();
  const missing = () => notFound('There is no such file.');

  app.get('/shell/*', async (request, reply) => {
    const file = withoutRetryStep(wildcardOf(request));
    if (!plainPath.test(file)) throw missing();
    // Names carry hashes, but for shell.json itself, which pages do not ask for.
    if (file === 'shell.json') throw missing();
    const served = await files.serve(request, reply, {
      key: `shell/${file}`,
      path: file,
      scope: 'public',
      load: () => readWithin(context.shell.dir, file),
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
    if (module.audience === 'internal') {
      const principal = await whoCalls(request, context);
      // Refused like what does not exist: whoever may not load a module does not learn its files' names either.
      if (principal.kind !== 'person' || !mayLoad(principal, 'internal')) throw missing();
    }
    const served = await files.serve(request, reply, {
      key: `${name}/${version}/${file}`,
      path: file,
      scope: module.audience === 'internal' ? 'private' : 'public',
      load: () => findFile(context.db, name, version, file),
    });
    if (!served) throw missing();
    return reply;
  });
}
