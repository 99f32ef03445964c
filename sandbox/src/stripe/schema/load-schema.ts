/**
 * Loads the schemas of the installed SDK. They are built once and cached in a file, because the compiler takes seconds.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type SchemaCheck, schemaCheck } from './check-schema.js';
import type { StripeSchema } from './schema-types.js';

/** The package's folder, both from `src` and from `dist`. */
const packageFolder = fileURLToPath(new URL('../../../', import.meta.url));
const cacheFolder = path.join(packageFolder, '.cache');
const sources = path.join(packageFolder, 'src/stripe/schema');

/** Hash of the SDK's version and of the files that build the schemas. */
function cacheKey(): string {
  const sdk = path.resolve(path.dirname(createRequire(import.meta.url).resolve('stripe')), '../package.json');
  const { version } = JSON.parse(readFileSync(sdk, 'utf8')) as { version: string };
  const hash = createHash('sha256').update(version);
  for (const name of ['build-schema.ts', 'object-types.ts']) hash.update(readFileSync(path.join(sources, name)));
  return hash.digest('hex').slice(0, 16);
}

async function readOrBuild(): Promise<StripeSchema> {
  const file = path.join(cacheFolder, `stripe-schema-${cacheKey()}.json`);
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as StripeSchema;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const { buildSchema } = await import('./build-schema.js');
  const schema = buildSchema();
  mkdirSync(cacheFolder, { recursive: true });
  const written = `${file}.${process.pid}`;
  writeFileSync(written, JSON.stringify(schema));
  renameSync(written, file);
  return schema;
}

let loaded: Promise<StripeSchema> | undefined;

export function loadSchema(): Promise<StripeSchema> {
  loaded ??= readOrBuild();
  return loaded;
}

export async function loadSchemaCheck(): Promise<SchemaCheck> {
  return schemaCheck(await loadSchema());
}
