/**
 * Decimal digits in the provider's amounts, for currencies that don't have two: https://docs.stripe.com/currencies. ISK
 * and UGX have no smaller unit, but the provider's amounts have two digits, which are zero.
 */
const digits: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ').map((currency) => [currency, 0]),
  ),
  ...Object.fromEntries('bhd jod kwd omr tnd'.split(' ').map((currency) => [currency, 3])),
};

const digitsOf = (currency: string): number => digits[currency.toLowerCase()] ?? 2;

const formats = new Map<string, Intl.NumberFormat>();

function formatOf(currency: string): Intl.NumberFormat {
  const cached = formats.get(currency);
  if (cached) return cached;
  const options = { style: 'currency', currency } as const;
  const usual = new Intl.NumberFormat('en-US', options);
  const minimumFractionDigits = digitsOf(currency);
  // Some are usually written without decimals but can be charged with them.
  const formatter =
    (usual.resolvedOptions().maximumFractionDigits ?? 0) < minimumFractionDigits
      ? new Intl.NumberFormat('en-US', { ...options, minimumFractionDigits, trailingZeroDisplay: 'stripIfInteger' })
      : usual;
  formats.set(currency, formatter);
  return formatter;
}

/**
 * Formats an amount with its currency: `$1,234.50`, `¥5,000`, `KWD 5.000`.
 *
 * @param cents integer in the provider's smallest unit: cents of dollars, whole yen, thousandths of a Kuwaiti dinar
 * @param currency three letters: `usd`
 */
export function formatMoney(cents: number, currency = 'usd'): string {
  const units = cents / 10 ** digitsOf(currency);
  return formatOf(currency.toUpperCase()).format(units).replace('-', '−');
}

/** Formats an amount for machines, without currency: `1234.50`, `5000`, `5.000`. Parameters as for `formatMoney`. */
export function plainAmount(amount: number, currency: string): string {
  const count = digitsOf(currency);
  return (amount / 10 ** count).toFixed(count);
}
