/** Validates a team's upload before any of it is stored. Pure functions. */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { ModuleBuild } from 'shared-api/contracts';
import { AppError, invalid } from '../../platform/errors/app-error.js';
import { responseSchemaProblem } from './response-schemas.js';
import { ownValue } from './own-value.js';

/** Maximum size of all files of a version together, decoded. */
export const MAX_VERSION_BYTES = 20_000_000;

export function integrityOf(content: Buffer): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`;
}

/**
 * The files of an upload, decoded.
 *
 * @param contents path inside the module → content in base64
 * @throws AppError `invalid` naming each file that is missing, not declared, or doesn't match its hash;
 *   `body_too_large`
 */
export function readUpload(build: ModuleBuild, contents: Record<string, string>): Map<string, Buffer> {
  const fields: Record<string, string> = {};
  if (!Object.hasOwn(build.files, build.entry)) fields['build.entry'] = `${build.entry} is not among the files`;
  for (const path of build.preload) {
    if (!Object.hasOwn(build.files, path)) fields['build.preload'] = `${path} is not among the files`;
  }
  const parts = [
    ...Object.entries(build.pages ?? {}).map(([route, part]) => [`build.pages.${route}`, part] as const),
    ...Object.entries(build.contributions ?? {}).map(([name, part]) => [`build.contributions.${name}`, part] as const),
  ];
  for (const [field, { preload }] of parts) {
    for (const path of preload) {
      if (!Object.hasOwn(build.files, path)) fields[field] = `${path} is not among the files`;
    }
  }
  const files = new Map<string, Buffer>();
  for (const [path, integrity] of Object.entries(build.files)) {
    const encoded = ownValue(contents, path);
    if (encoded === undefined) {
      fields[`contents.${path}`] = 'This file is missing';
      continue;
    }
    const content = Buffer.from(encoded, 'base64');
    if (integrityOf(content) !== integrity) fields[`contents.${path}`] = 'The content doesn’t match its hash';
    files.set(path, content);
  }
  for (const path of Object.keys(contents)) {
    if (!Object.hasOwn(build.files, path)) fields[`contents.${path}`] = 'This file is not declared in build.files';
  }
  const schemas = responseSchemaProblem(build);
  if (schemas !== undefined) fields['build.answers'] = schemas;
  const [first] = Object.entries(fields);
  if (first) throw invalid(`${first[0].replace('contents.', '')}: ${first[1]}`, fields);

  const bytes = [...files.values()].reduce((sum, content) => sum + content.length, 0);
  if (bytes > MAX_VERSION_BYTES) {
    throw new AppError(
      413,
      'body_too_large',
      `This version is too large. A version can have at most ${MAX_VERSION_BYTES / 1e6} MB.`,
    );
  }
  return files;
}

/** True when both builds are equal. The database doesn't keep the order of an object's properties. */
export function isSameBuild(left: ModuleBuild, right: ModuleBuild): boolean {
  return isDeepStrictEqual(left, right);
}
