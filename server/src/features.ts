/**
 * Discovers the server's features instead of listing them: every folder next to this file with a `*-routes` file is a
 * feature, and the SQL files in its `migrations` are part of the schema. Adding a call changes no file outside its
 * feature.
 */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from './app-context.js';
import { packageRoot } from './platform/config/package-root.js';

type Routes = (app: FastifyInstance, context: AppContext) => void;

/**
 * Paths of all route files, sorted, without their extension. Determined from the sources, because a compiled file
 * outlives its source.
 */
async function routeFiles(): Promise<string[]> {
  const files = await readdir(path.join(packageRoot, 'src'), { recursive: true });
  return files
    .filter((file) => file.endsWith('-routes.ts'))
    .map((file) => file.slice(0, -'.ts'.length).replaceAll(path.sep, '/'))
    .sort();
}

/** The one function in a route file that registers its routes. */
function registration(file: string, exported: Record<string, unknown>): Routes {
  const functions = Object.entries(exported).filter(
    ([name, value]) => name.endsWith('Routes') && typeof value === 'function',
  );
  const [first] = functions;
  if (functions.length !== 1 || !first) {
    throw new Error(`${file} must export one function whose name ends in Routes; it exports ${functions.length}.`);
  }
  return first[1] as Routes;
}

/** Registers the routes of every feature. */
export async function featureRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  for (const file of await routeFiles()) {
    const exported = (await import(`./${file}.js`)) as Record<string, unknown>;
    registration(file, exported)(app, context);
  }
}
