/** Cached date formatters: creating one takes about a hundred times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Maximum size of the cache, because time zones come from data. The oldest formatter is dropped first. */
const MAX_FORMATS = 500;

/** @throws RangeError for an unknown time zone */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const cached = formats.get(key);
  if (cached) return cached;
  const formatter = new Intl.DateTimeFormat(locale, options);
  const [oldest] = formats.keys();
  if (formats.size >= MAX_FORMATS && oldest !== undefined) formats.delete(oldest);
  formats.set(key, formatter);
  return formatter;
}
