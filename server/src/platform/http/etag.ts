import { AppError } from '../errors/app-error.js';

/**
 * The version of a record as an ETag, e.g. `"7"`. A record that is stored in several parts has several versions:
 * `"12.7"`.
 */
export function etagOf(...versions: readonly number[]): string {
  return `"${versions.join('.')}"`;
}

/**
 * The versions in an `If-Match` header, one for each part of the record. Undefined without the header, and for `*`,
 * which any version matches.
 *
 * @throws AppError `invalid` for a value that is not one of our ETags
 */
export function versionsOf(ifMatch: string | undefined, parts: number): readonly number[] | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined;
  const match = /^(?:W\/)?"(\d{1,9}(?:\.\d{1,9})*)"$/.exec(ifMatch.trim());
  const versions = match?.[1]?.split('.').map(Number);
  if (versions?.length !== parts)
    throw new AppError(400, 'invalid', 'Send an If-Match header with an ETag of this record.');
  return versions;
}

/** `versionsOf` for a record with one version. */
export function versionOf(ifMatch: string | undefined): number | undefined {
  return versionsOf(ifMatch, 1)?.[0];
}
