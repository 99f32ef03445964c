/**
 * A fake of Stripe's script for tests and the standalone host: a card form with one field, and responses that a test
 * sets. Stripe's React components are real.
 */
interface Answer {
  error?: { type: string; message: string };
  setupIntent?: { id: string; status: string };
}

export interface StripeScript {
  /** The result of confirming a card; a success by default. */
  setupResult: Answer;
  /** The bank's error for a payment; null if it accepts. */
  bankError: string | null;
  /** Client secrets of the next actions. */
  nextActionSecrets: string[];
}

type Listener = (event: object) => void;

function makeElement() {
  const node = document.createElement('label');
  const listeners = new Map<string, Listener[]>();
  const element = {
    mount(parent: HTMLElement) {
      node.textContent = 'Card number ';
      node.append(document.createElement('input'));
      parent.append(node);
      queueMicrotask(() => listeners.get('ready')?.forEach((listener) => listener({ elementType: 'payment' })));
    },
    on(name: string, listener: Listener) {
      listeners.set(name, [...(listeners.get(name) ?? []), listener]);
      return element;
    },
    once: (name: string, listener: Listener) => element.on(name, listener),
    off: () => element,
    update: () => element,
    unmount: () => node.remove(),
    destroy: () => node.remove(),
  };
  return element;
}

/** Installs the fake in place of every requested script. Returns what a test can set and read. */
export function installFakeStripe(): StripeScript {
  const script: StripeScript = {
    setupResult: { setupIntent: { id: 'seti_1', status: 'succeeded' } },
    bankError: null,
    nextActionSecrets: [],
  };
  const refuse = () => Promise.resolve({ error: { type: 'invalid_request_error', message: 'Not here' } });
  const stripe = {
    elements: () => ({
      create: makeElement,
      getElement: () => null,
      update: () => undefined,
      submit: () => Promise.resolve({}),
    }),
    confirmSetup: () => Promise.resolve(script.setupResult),
    handleNextAction({ clientSecret }: { clientSecret: string }) {
      script.nextActionSecrets.push(clientSecret);
      return Promise.resolve(
        script.bankError === null ? {} : { error: { type: 'card_error', message: script.bankError } },
      );
    },
    createToken: refuse,
    createPaymentMethod: refuse,
    confirmCardPayment: refuse,
    registerAppInfo: () => undefined,
    _registerWrapper: () => undefined,
  };
  Object.assign(globalThis, { Stripe: Object.assign(() => stripe, { version: 'endive' }) });
  new MutationObserver((changes) => {
    for (const added of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(added instanceof HTMLScriptElement) || !added.src.startsWith('https://pay.example/')) continue;
      added.dispatchEvent(new Event('load'));
    }
  }).observe(document.head, { childList: true });
  return script;
}
