/**
 * What Stripe's script would bring into the page, for tests and for the small host: a card form of one field, and answers
 * that a test sets. Stripe's own React components are the real ones.
 */
interface Answer {
  error?: { type: string; message: string };
  setupIntent?: { id: string; status: string };
}

export interface StripeScript {
  /** What confirming a card answers; a success where nothing is set. */
  setup: Answer;
  /** What the bank says to a payment; null where it agrees. */
  bank: string | null;
  /** Client secrets that the bank was asked with. */
  asked: string[];
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

/** Puts it into the page, in place of every script that is asked for; answers what a test may set and read. */
export function bringStripe(): StripeScript {
  const script: StripeScript = { setup: { setupIntent: { id: 'seti_1', status: 'succeeded' } }, bank: null, asked: [] };
  const refuse = () => Promise.resolve({ error: { type: 'invalid_request_error', message: 'Not here' } });
  const stripe = {
    elements: () => ({
      create: makeElement,
      getElement: () => null,
      update: () => undefined,
      submit: () => Promise.resolve({}),
    }),
    confirmSetup: () => Promise.resolve(script.setup),
    handleNextAction({ clientSecret }: { clientSecret: string }) {
      script.asked.push(clientSecret);
      return Promise.resolve(script.bank === null ? {} : { error: { type: 'card_error', message: script.bank } });
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
