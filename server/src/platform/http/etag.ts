import { versionsIn } from 'shared-api/contracts';
import { AppError } from '../errors/app-error.js';

/**
 * The versions in an `If-Match` header, one per part of the record. Undefined without the header and for `*`, which
 * matches any version.
 *
 * @throws AppError `invalid` for a value that isn't one of our ETags
 */
export function versionsOf(ifMatch: string | undefined, parts: number): readonly number[] | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined;
  const versions = versionsIn(ifMatch);
  if (versions?.length !== parts)
    throw new AppError(400, 'invalid', 'Send an If-Match header with an ETag of this record.');
  return versions;
}

/** `versionsOf` for a record with one version. */
export function versionOf(ifMatch: string | undefined): number | undefined {
  return versionsOf(ifMatch, 1)?.[0];
}
