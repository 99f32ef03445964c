/** Compares two answers, ignoring what always differs between two accounts. Pure. */

/** Fields whose values depend on the account or the time. */
const OWN = new Set([
  'account_country',
  'account_name',
  'client_secret',
  'code',
  'fingerprint',
  'hosted_invoice_url',
  'invoice_pdf',
  'invoice_prefix',
  'number',
  'request_log_url',
  'url',
]);

const HOUR_S = 3600;
/** Epoch seconds between 2015 and 2100. */
const isTime = (value: number): boolean => Number.isInteger(value) && value > 1_420_000_000 && value < 4_102_000_000;

/** An id such as `sub_sched_1AbC…`: a prefix, and characters of which at least one isn't a lowercase letter. */
const ID = /\b([a-z]+(?:_[a-z]+)*)_(?=[a-z]*[A-Z0-9])[A-Za-z0-9]{8,}\b/g;

/**
 * Normalizes an answer: ids become names, and times become hours since the first call.
 *
 * @param start epoch seconds at which the calls began
 * @param names names of objects whose ids have no prefix, by id
 */
export function normalized(value: unknown, start: number, names: ReadonlyMap<string, string> = new Map()): unknown {
  if (Array.isArray(value)) return value.map((item) => normalized(item, start, names));
  if (typeof value === 'number' && isTime(value)) return `${Math.round((value - start) / HOUR_S)} h`;
  if (typeof value === 'string') return names.get(value) ?? value.replaceAll(ID, '$1_…');
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([, field]) => typeof field !== 'function' && field !== undefined);
  return Object.fromEntries(
    fields.map(([name, field]) => [name, OWN.has(name) && field !== null ? '(own)' : normalized(field, start, names)]),
  );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const show = (value: unknown): string => {
  const text = value === undefined ? 'absent' : (JSON.stringify(value) ?? 'absent');
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
};

/** Returns one line for each difference: `path: Stripe … · sandbox …` */
export function differences(real: unknown, ours: unknown, path = ''): string[] {
  if (isObject(real) && isObject(ours)) {
    const names = [...new Set([...Object.keys(real), ...Object.keys(ours)])].sort();
    return names.flatMap((name) => differences(real[name], ours[name], path === '' ? name : `${path}.${name}`));
  }
  if (Array.isArray(real) && Array.isArray(ours) && real.length === ours.length) {
    return real.flatMap((item, index) => differences(item, ours[index], `${path}[${index}]`));
  }
  return JSON.stringify(real) === JSON.stringify(ours)
    ? []
    : [`${path || 'the answer'}: Stripe ${show(real)} · sandbox ${show(ours)}`];
}
