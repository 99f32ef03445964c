import { AppError } from './app-error.js';

/** The version of a record as an ETag, e.g. `"7"`; of one that is kept in several parts, `"12.7"`. */
export function etagOf(...versions: readonly number[]): string {
  return `"${versions.join('.')}"`;
}

/**
 * The versions of the parts of a record that an `If-Match` header names; undefined without one, or for `*`, which any
 * version matches.
 *
 * @throws AppError `invalid` for something that was never one of our ETags
 */
export function versionsOf(ifMatch: string | undefined, parts: number): readonly number[] | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined;
  const match = /^(?:W\/)?"(\d{1,9}(?:\.\d{1,9})*)"$/.exec(ifMatch.trim());
  const versions = match?.[1]?.split('.').map(Number);
  if (versions?.length !== parts)
    throw new AppError(400, 'invalid', 'Send an If-Match header with an ETag of this record.');
  return versions;
}

/** The same for a record with one version. */
export function versionOf(ifMatch: string | undefined): number | undefined {
  return versionsOf(ifMatch, 1)?.[0];
}
