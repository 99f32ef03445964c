import { Refusal } from './refusal.js';

/** The version of a record as an ETag, e.g. `"7"`. */
export function etagOf(version: number): string {
  return `"${version}"`;
}

/**
 * The version that an `If-Match` header names; undefined without one, or for `*`, which any version matches.
 *
 * @throws Refusal `invalid` for what never was an ETag of ours
 */
export function versionOf(ifMatch: string | undefined): number | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined;
  const match = /^(?:W\/)?"(\d{1,9})"$/.exec(ifMatch.trim());
  if (!match) throw new Refusal(400, 'invalid', 'If-Match must be an ETag that this record had.');
  return Number(match[1]);
}
