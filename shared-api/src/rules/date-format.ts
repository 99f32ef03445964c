/** Cached date formatters: creating one takes about a hundred times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Time zones come from data, so the cache has a limit; beyond it the oldest formatter is dropped. */
const MAX_FORMATS = 500;

/** @throws RangeError for a time zone that this machine's data does not know */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(locale, options);
  const [oldest] = formats.keys();
  if (formats.size >= MAX_FORMATS && oldest !== undefined) formats.delete(oldest);
  formats.set(key, made);
  return made;
}
