import { Refusal } from './refusal.js';

/** The version of a record as an ETag, e.g. `"7"`; of one that is kept in several parts, `"12.7"`. */
export function etagOf(...versions: readonly number[]): string {
  return `"${versions.join('.')}"`;
}

/**
 * The versions of the parts of a record that an `If-Match` header names; undefined without one, or for `*`, which any
 * version matches.
 *
 * @throws Refusal `invalid` for what never was an ETag of ours
 */
export function versionsOf(ifMatch: string | undefined, parts: number): readonly number[] | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined;
  const match = /^(?:W\/)?"(\d{1,9}(?:\.\d{1,9})*)"$/.exec(ifMatch.trim());
  const versions = match?.[1]?.split('.').map(Number);
  if (versions?.length !== parts) throw new Refusal(400, 'invalid', 'If-Match must be an ETag that this record had.');
  return versions;
}

/** The same for a record with one version. */
export function versionOf(ifMatch: string | undefined): number | undefined {
  return versionsOf(ifMatch, 1)?.[0];
}
