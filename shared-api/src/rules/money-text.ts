/** Currencies without a smaller unit (Stripe's list of zero-decimal currencies). */
const wholeCurrencies = new Set([
  'bif',
  'clp',
  'djf',
  'gnf',
  'jpy',
  'kmf',
  'krw',
  'mga',
  'pyg',
  'rwf',
  'ugx',
  'vnd',
  'vuv',
  'xaf',
  'xof',
  'xpf',
]);

const formats = new Map<string, Intl.NumberFormat>();

function formatOf(currency: string): Intl.NumberFormat {
  const known = formats.get(currency);
  if (known) return known;
  const made = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  formats.set(currency, made);
  return made;
}

/**
 * An amount with its currency: `$1,234.50`, `€12.00`.
 *
 * @param cents integer in the currency's smallest unit, which is the whole unit for currencies such as yen.
 * @param currency three lowercase letters, as in Stripe: `usd`.
 */
export function formatMoney(cents: number, currency = 'usd'): string {
  const code = currency.toLowerCase();
  const amount = wholeCurrencies.has(code) ? cents : cents / 100;
  return formatOf(code.toUpperCase()).format(amount).replace('-', '−');
}
