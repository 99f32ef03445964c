/** Downloads the payment provider's PDFs, only from its own hosts. */
import type { Payments } from '../stripe/stripe-client.js';

const TIMEOUT_MS = 20_000;
const MAX_BYTES = 10_000_000;
const MAX_REDIRECTS = 3;

/** True for the sandbox's origin, or for Stripe's hosts over HTTPS. */
export function isProviderUrl(url: URL, { sandboxUrl }: Pick<Payments, 'sandboxUrl'>): boolean {
  if (sandboxUrl !== undefined) return url.origin === new URL(sandboxUrl).origin;
  const isDefaultPort = url.port === '';
  return (
    url.protocol === 'https:' &&
    isDefaultPort &&
    (url.hostname === 'stripe.com' || url.hostname.endsWith('.stripe.com'))
  );
}

async function readBounded(response: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error('The PDF is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** @throws Error for an address on another host, a failed download, or a file that is too large */
export async function fetchPdf(address: string, payments: Pick<Payments, 'sandboxUrl'>): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  let url = new URL(address);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    if (!isProviderUrl(url, payments)) throw new Error('Not an address of the payment provider');
    const response = await fetch(url, { signal, redirect: 'manual' });
    if (response.ok) return readBounded(response);
    // Closes the connection, which an unread body would keep open until the timeout.
    await response.body?.cancel();
    const location = response.headers.get('location');
    if (response.status >= 400 || location === null) throw new Error(`The provider answered ${response.status}`);
    url = new URL(location, url);
  }
  throw new Error('Too many redirects');
}
