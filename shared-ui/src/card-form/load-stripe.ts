/** Loads Stripe.js from the URL that the server names: Stripe's, or the sandbox's. */
import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';

export interface StripeSource {
  publishableKey: string;
  /** URL of the script. */
  stripeJsUrl: string;
  /** The page's nonce. The content security policy blocks scripts without it. */
  nonce: string;
}

const scripts = new Map<string, Promise<void>>();
const stripes = new Map<string, Promise<Stripe>>();

/** Inserts the script into the page, once per URL. Removes a failed one so that a retry works. */
function insertScript(url: string, nonce: string): Promise<void> {
  const known = scripts.get(url);
  if (known) return known;
  const script = document.createElement('script');
  const loaded = new Promise<void>((resolve, reject) => {
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      scripts.delete(url);
      script.remove();
      reject(new Error(`No script at ${url}`));
    });
  });
  script.src = url;
  script.async = true;
  script.nonce = nonce;
  document.head.append(script);
  scripts.set(url, loaded);
  return loaded;
}

async function load({ publishableKey, stripeJsUrl, nonce }: StripeSource): Promise<Stripe> {
  await insertScript(stripeJsUrl, nonce);
  // `loadStripe` uses a script that is already in the page. Otherwise it would load Stripe's own URL.
  if (!('Stripe' in globalThis)) throw new Error('The script brought no Stripe');
  const stripe = await loadStripe(publishableKey);
  if (!stripe) throw new Error('Stripe.js needs a page');
  return stripe;
}

/** The cached Stripe object of a key. Failures aren't cached, so the next call tries again. */
export function stripeFor(source: StripeSource): Promise<Stripe> {
  const name = `${source.stripeJsUrl} ${source.publishableKey}`;
  const known = stripes.get(name);
  if (known) return known;
  const made = load(source);
  stripes.set(name, made);
  made.catch(() => stripes.delete(name));
  return made;
}
