/** The format of the console's ETags. Clients treat them as opaque and send them back in `If-Match`. */

/**
 * The version of a record as an ETag, e.g. `"7"`. A record that is stored in several parts has several versions:
 * `"12.7"`.
 */
export function etagOf(...versions: readonly number[]): string {
  return `"${versions.join('.')}"`;
}

/** The versions of an ETag, one for each part of the record; undefined for any other text. */
export function versionsIn(etag: string): readonly number[] | undefined {
  const match = /^(?:W\/)?"(\d{1,9}(?:\.\d{1,9})*)"$/.exec(etag.trim());
  return match?.[1]?.split('.').map(Number);
}

/**
 * The number of the last save of settings or hours, the first part of the ETag. Each save increments it, so that a
 * response that was in flight during a save is recognized as outdated.
 */
export function saveNumberOf(etag: string | undefined): number | undefined {
  return versionsIn(etag ?? '')?.[0];
}
