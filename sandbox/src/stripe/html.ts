/** The layout of the sandbox's pages, which are plain documents without scripts. */
import type Stripe from 'stripe';

/** Safe markup. `html` escapes everything else. */
export class Markup {
  constructor(readonly text: string) {}
}

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0) ?? 0};`);

type Part = string | number | Markup | readonly Markup[] | null | undefined;

function textOf(part: Part): string {
  if (part === null || part === undefined) return '';
  if (part instanceof Markup) return part.text;
  if (Array.isArray(part)) return (part as readonly Markup[]).map(({ text }) => text).join('');
  return escaped(String(part));
}

/** Markup with escaped values. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Markup {
  return new Markup(strings.map((text, index) => text + textOf(parts[index])).join(''));
}

const styles = `
:root { color-scheme: light; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2.5rem auto; padding: 0 1rem; color: #1a2230; background: #fff; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: .25rem 0 .5rem; }
h2 { font-size: 1.1rem; margin: 2rem 0 .25rem; }
a { color: #14594a; }
table { width: 100%; border-collapse: collapse; margin: .75rem 0; }
th { text-align: left; font-weight: 550; color: #545d6b; padding: .4rem 1rem .4rem 0; border-bottom: 1px solid #c6c9c2; }
td { padding: .5rem 1rem .5rem 0; border-bottom: 1px solid #e2e3dc; vertical-align: top; overflow-wrap: anywhere; }
th:last-child, td:last-child { padding-right: 0; }
.amount { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
dl { display: grid; grid-template-columns: minmax(8rem, max-content) 1fr; gap: .35rem 1.25rem; margin: 1rem 0; }
pre { overflow-x: auto; font-size: .875rem; }
dt { color: #545d6b; }
dd { margin: 0; overflow-wrap: anywhere; }
.note { color: #545d6b; font-size: .875rem; }
.status { display: inline-block; padding: .05rem .6rem; border-radius: 1rem; background: #eceee8; font-size: .875rem; }
[role=status], [role=alert] { margin: 1rem 0; }
[role=alert] { color: #a8261d; }
button { font: inherit; padding: .6rem 1.4rem; margin-right: .5rem; border: 1px solid #1d6b5a; border-radius: 8px; background: #1d6b5a; color: #fff; cursor: pointer; }
button.secondary { background: #fff; color: #14594a; }
:focus-visible { outline: 3px solid #1d6b5a; outline-offset: 2px; }
`;

export function page(title: string, body: Markup): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
        <style>
          ${new Markup(styles)}
        </style>
      </head>
      <body>
        <p class="note">Sandbox: no money is moved here.</p>
        <main>${body}</main>
      </body>
    </html>`.text;
}

export const HTML_TYPE = 'text/html; charset=utf-8';

/** The page for an unknown id. */
export function notFoundPage(noun: string, id: string): string {
  return page(
    `${noun} not found`,
    html`<h1>${noun} not found</h1>
      <p>
        There is no ${noun.toLowerCase()} with the ID ${id}. It may have been deleted, or the sandbox started over with
        new data.
      </p>`,
  );
}

/** Formats 14 cents as `$0.14`, and −5 dollars as `-$5.00`. */
/**
 * Currencies without decimals whose amounts Stripe expects in hundredths:
 * https://docs.stripe.com/currencies#special-cases
 */
const HUNDREDTHS = new Set(['isk', 'ugx', 'huf', 'twd']);

const formats = new Map<string, Intl.NumberFormat>();

function formatOf(currency: string): Intl.NumberFormat {
  const format = formats.get(currency) ?? new Intl.NumberFormat('en-US', { style: 'currency', currency });
  formats.set(currency, format);
  return format;
}

export function formatMoney(cents: number, currency: string): string {
  const format = formatOf(currency);
  const digits = HUNDREDTHS.has(currency) ? 2 : (format.resolvedOptions().maximumFractionDigits ?? 2);
  return format.format(cents / 10 ** digits);
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The customer's time zone: `practice_time_zone` in its metadata, or UTC. */
export function timeZoneOf(customer: Pick<Stripe.Customer, 'metadata'> | undefined): string {
  const name = customer?.metadata['practice_time_zone'];
  return name && isTimeZone(name) ? name : 'UTC';
}

/** The day of an instant in a time zone: `November 22, 2026`. */
export function formatDay(seconds: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(seconds * 1000);
}

const brands: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  visa: 'Visa',
};

export const formatBrand = (brand: string): string => brands[brand] ?? 'Unknown';

const invoiceStatuses: Readonly<Record<string, string>> = {
  draft: 'Draft',
  open: 'Open',
  paid: 'Paid',
  uncollectible: 'Uncollectible',
  void: 'Void',
};

export const invoiceStatusText = (invoice: Stripe.Invoice): string => invoiceStatuses[invoice.status ?? ''] ?? 'Draft';
