/** The number of the last save in an ETag: 7 of `"7"` and `"7.123"`; undefined for any other text. Each save counts it up. */
export function saveNumberOf(etag: string | undefined): number | undefined {
  const number = /^(?:W\/)?"(\d+)/.exec(etag ?? '')?.[1];
  return number === undefined ? undefined : Number(number);
}
