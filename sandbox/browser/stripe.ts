/**
 * A replacement for Stripe.js: `window.Stripe` with Elements, whose card form is in a frame of the sandbox. It implements
 * what the console's React components call, and throws an explanation for everything else.
 */
(() => {
  const script = document.currentScript as HTMLScriptElement;
  const origin = new URL(script.src).origin;

  type Listener = (event: Record<string, unknown>) => void;
  type Outcome = Promise<{ error?: StripeErrorShape } & Record<string, unknown>>;

  interface Appearance {
    theme?: string;
    variables?: Record<string, string>;
  }

  /** What the page last passed to a card form. The bank's page uses it, too. */
  let lastStyle: FrameStyle = { appearance: {}, fonts: [] };

  /** A card form: its frame, its messages and its listeners. */
  class CardElement {
    readonly #type: string;
    readonly #key: string;
    readonly #frame = document.createElement('iframe');
    readonly #listeners = new Map<string, Set<Listener>>();
    readonly #answers = new Map<number, (answer: Extract<FromFrame, { kind: 'answer' }>) => void>();
    #appearance: Record<string, string>;
    readonly #fonts: FrameFont[];
    #disabled = false;
    #asked = 0;
    #ready: Promise<void>;
    #isReady: () => void = () => undefined;
    complete = false;

    constructor(type: string, key: string, appearance: Record<string, string>, fonts: FrameFont[]) {
      this.#type = type;
      this.#key = key;
      this.#appearance = appearance;
      this.#fonts = fonts;
      lastStyle = { appearance, fonts };
      this.#ready = new Promise((resolve) => {
        this.#isReady = resolve;
      });
      addEventListener('message', this.#onMessage);
    }

    readonly #onMessage = (event: MessageEvent<{ sandboxStripe?: FromFrame }>): void => {
      const message = event.data?.sandboxStripe;
      if (event.source !== this.#frame.contentWindow || event.origin !== origin || !message) return;
      switch (message.kind) {
        case 'ready':
          this.#isReady();
          this.#tellOptions();
          this.#emit('ready', {});
          return;
        case 'height':
          this.#frame.style.height = `${message.height}px`;
          return;
        case 'change':
          this.complete = message.complete;
          this.#emit('change', {
            complete: message.complete,
            empty: message.empty,
            brand: message.brand,
            collapsed: false,
            value: { type: 'card' },
            error: undefined,
          });
          return;
        case 'answer':
          this.#answers.get(message.id)?.(message);
          this.#answers.delete(message.id);
          return;
        default:
          this.#emit(message.kind, {});
      }
    };

    #emit(name: string, event: Record<string, unknown>): void {
      // Stripe calls listeners asynchronously, never while they are being added.
      queueMicrotask(() => {
        for (const listener of this.#listeners.get(name) ?? []) listener({ elementType: this.#type, ...event });
      });
    }

    #say(message: ToFrame): void {
      this.#frame.contentWindow?.postMessage({ sandboxStripe: message }, origin);
    }

    #tellOptions(): void {
      this.#say({ kind: 'options', appearance: this.#appearance, fonts: this.#fonts, disabled: this.#disabled });
    }

    async #ask(make: (id: number) => ToFrame): Promise<Extract<FromFrame, { kind: 'answer' }>> {
      await this.#ready;
      this.#asked += 1;
      const id = this.#asked;
      return new Promise((resolve) => {
        this.#answers.set(id, resolve);
        this.#say(make(id));
      });
    }

    mount(where: string | HTMLElement): this {
      const node = typeof where === 'string' ? document.querySelector<HTMLElement>(where) : where;
      if (!node) throw new Error('The element to mount into is not in the page.');
      const search = new URLSearchParams({ key: this.#key, parent: location.origin });
      this.#frame.src = `${origin}/stripe-js/card-frame?${search.toString()}`;
      this.#frame.title = 'Secure payment input frame';
      this.#frame.allow = 'payment *';
      Object.assign(this.#frame.style, { border: '0', width: '100%', height: '168px', display: 'block' });
      node.append(this.#frame);
      return this;
    }

    on(name: string, listener: Listener): this {
      const registered = this.#listeners.get(name) ?? new Set();
      this.#listeners.set(name, registered.add(listener));
      return this;
    }

    once(name: string, listener: Listener): this {
      const once: Listener = (event) => {
        this.off(name, once);
        listener(event);
      };
      return this.on(name, once);
    }

    off(name: string, listener?: Listener): this {
      if (listener) this.#listeners.get(name)?.delete(listener);
      else this.#listeners.delete(name);
      return this;
    }

    update(options: { disabled?: boolean; readOnly?: boolean }): this {
      this.#disabled = options.disabled ?? options.readOnly ?? this.#disabled;
      this.#tellOptions();
      return this;
    }

    restyle(appearance: Record<string, string>): void {
      this.#appearance = appearance;
      lastStyle = { appearance, fonts: this.#fonts };
      this.#tellOptions();
    }

    focus(): void {
      this.#say({ kind: 'focus' });
    }

    clear(): void {
      this.#say({ kind: 'clear' });
    }

    blur(): void {
      this.#frame.blur();
    }

    collapse(): void {
      // There is only one kind of payment method, which is always open.
    }

    unmount(): void {
      this.#frame.remove();
    }

    destroy(): void {
      this.unmount();
      removeEventListener('message', this.#onMessage);
    }

    async validate(): Promise<StripeErrorShape | null> {
      return (await this.#ask((id) => ({ kind: 'validate', id }))).error;
    }

    confirm(intent: string | null, clientSecret: string | null, name: string | null) {
      return this.#ask((id) => ({ kind: 'confirm', id, intent, clientSecret, name }));
    }
  }

  interface ElementsOptions {
    clientSecret?: string;
    appearance?: Appearance;
    fonts?: FrameFont[];
    mode?: string;
  }

  class Elements {
    readonly #key: string;
    readonly #made = new Map<string, CardElement>();
    options: ElementsOptions;

    constructor(key: string, options: ElementsOptions) {
      this.#key = key;
      this.options = options;
    }

    create(type: string): CardElement {
      if (type !== 'payment' && type !== 'card') throw new Error(`The sandbox has no ${type} element.`);
      const element = new CardElement(
        type,
        this.#key,
        this.options.appearance?.variables ?? {},
        this.options.fonts ?? [],
      );
      this.#made.set(type, element);
      return element;
    }

    getElement(type: string): CardElement | null {
      return this.#made.get(type) ?? null;
    }

    get card(): CardElement | undefined {
      return this.#made.get('payment') ?? this.#made.get('card');
    }

    update(options: ElementsOptions): void {
      this.options = { ...this.options, ...options };
      for (const element of this.#made.values()) element.restyle(this.options.appearance?.variables ?? {});
    }

    fetchUpdates(): Outcome {
      return Promise.resolve({});
    }

    async submit(): Outcome {
      const error = await this.card?.validate();
      return error ? { error } : { selectedPaymentMethod: 'card' };
    }
  }

  const noCard: StripeErrorShape = {
    type: 'invalid_request_error',
    message: 'There is no card form to confirm with.',
  };

  /** The intent's id (`seti_…` or `pi_…`) in a client secret. */
  const intentOf = (clientSecret: string): string => clientSecret.split('_secret_')[0] ?? '';
  const nameOf = (intent: string): 'setupIntent' | 'paymentIntent' =>
    intent.startsWith('seti_') ? 'setupIntent' : 'paymentIntent';

  /** Shows the bank's authentication in a frame above the page. Resolves after the person's answer. */
  function authenticate(intent: string, clientSecret: string): Promise<void> {
    return new Promise((resolve) => {
      const over = document.createElement('iframe');
      const before = document.activeElement as HTMLElement | null;
      const search = new URLSearchParams({
        intent,
        client_secret: clientSecret,
        parent: location.origin,
        style: JSON.stringify(lastStyle),
      });
      over.src = `${origin}/stripe-js/authenticate?${search.toString()}`;
      over.title = 'Authentication by your bank';
      Object.assign(over.style, {
        position: 'fixed',
        inset: '0',
        width: '100%',
        height: '100%',
        border: '0',
        zIndex: '2147483647',
        background: 'rgb(26 34 48 / 55%)',
        // A frame whose scheme differs from its page's has an opaque background, which would hide the page.
        colorScheme: 'light',
      });
      const onMessage = (event: MessageEvent<{ sandboxStripe?: { kind: string } }>): void => {
        if (event.source !== over.contentWindow || event.origin !== origin) return;
        if (event.data?.sandboxStripe?.kind !== 'authenticated') return;
        removeEventListener('message', onMessage);
        over.remove();
        before?.focus();
        resolve();
      };
      addEventListener('message', onMessage);
      // Inside an open modal dialog, because everything outside of it is inert.
      const modal = [...document.querySelectorAll<HTMLElement>('dialog[open], [role="dialog"]')].at(-1);
      (modal ?? document.body).append(over);
      over.focus();
    });
  }

  class SandboxStripe {
    readonly #key: string;
    readonly #wrappers: unknown[] = [];
    constructor(key: string) {
      this.#key = key;
    }

    async #retrieve(clientSecret: string): Promise<Record<string, unknown>> {
      const intent = intentOf(clientSecret);
      const kind = intent.startsWith('seti_') ? 'setup_intents' : 'payment_intents';
      const search = new URLSearchParams({ client_secret: clientSecret });
      const answer = await fetch(`${origin}/v1/${kind}/${intent}?${search.toString()}`, {
        headers: { authorization: `Bearer ${this.#key}` },
      });
      return (await answer.json()) as Record<string, unknown>;
    }

    /** Continues an intent until the bank requires no further action. */
    async #settle(clientSecret: string, first: Record<string, unknown>): Outcome {
      const intent = intentOf(clientSecret);
      let result = first;
      if (result['status'] === 'requires_action') {
        await authenticate(intent, clientSecret);
        result = await this.#retrieve(clientSecret);
      }
      const failure = (result['last_setup_error'] ?? result['last_payment_error'] ?? result['error']) as
        | StripeErrorShape
        | null
        | undefined;
      if (failure) return { error: failure };
      return { [nameOf(intent)]: result };
    }

    async #confirmWith(card: CardElement | undefined | null, clientSecret: string, name: string | null): Outcome {
      if (!card) return { error: noCard };
      const answer = await card.confirm(intentOf(clientSecret), clientSecret, name);
      return answer.error ? { error: answer.error } : this.#settle(clientSecret, answer.result ?? {});
    }

    async #confirmSaved(clientSecret: string, method: string | null): Outcome {
      const intent = intentOf(clientSecret);
      const kind = intent.startsWith('seti_') ? 'setup_intents' : 'payment_intents';
      const answer = await fetch(`${origin}/v1/${kind}/${intent}/confirm`, {
        method: 'POST',
        headers: { authorization: `Bearer ${this.#key}`, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ client_secret: clientSecret, ...(method && { payment_method: method }) }),
      });
      const result = (await answer.json()) as Record<string, unknown>;
      return result['error'] ? { error: result['error'] as StripeErrorShape } : this.#settle(clientSecret, result);
    }

    elements(options: ElementsOptions = {}): Elements {
      return new Elements(this.#key, options);
    }

    confirmSetup(what: { elements?: Elements; clientSecret?: string }): Outcome {
      const secret = what.clientSecret ?? what.elements?.options.clientSecret ?? '';
      return this.#confirmWith(what.elements?.card, secret, null);
    }

    confirmPayment(what: { elements?: Elements; clientSecret?: string }): Outcome {
      const secret = what.clientSecret ?? what.elements?.options.clientSecret ?? '';
      return what.elements?.card
        ? this.#confirmWith(what.elements.card, secret, null)
        : this.#confirmSaved(secret, null);
    }

    confirmCardSetup(clientSecret: string, data: { payment_method?: string | { card: CardElement } } = {}): Outcome {
      const method = data.payment_method;
      if (typeof method === 'object') return this.#confirmWith(method.card, clientSecret, null);
      return this.#confirmSaved(clientSecret, method ?? null);
    }

    confirmCardPayment(clientSecret: string, data: { payment_method?: string | { card: CardElement } } = {}): Outcome {
      return this.confirmCardSetup(clientSecret, data);
    }

    async handleNextAction({ clientSecret }: { clientSecret: string }): Outcome {
      return this.#settle(clientSecret, await this.#retrieve(clientSecret));
    }

    handleCardAction(clientSecret: string): Outcome {
      return this.handleNextAction({ clientSecret });
    }

    async retrieveSetupIntent(clientSecret: string): Outcome {
      return { setupIntent: await this.#retrieve(clientSecret) };
    }

    async retrievePaymentIntent(clientSecret: string): Outcome {
      return { paymentIntent: await this.#retrieve(clientSecret) };
    }

    async createPaymentMethod(data: { elements?: Elements; card?: CardElement }): Outcome {
      const card = data.card ?? data.elements?.card;
      if (!card) return { error: noCard };
      const answer = await card.confirm(null, null, null);
      return answer.error ? { error: answer.error } : { paymentMethod: answer.result };
    }

    createToken(): Outcome {
      return Promise.resolve({
        error: { type: 'invalid_request_error', message: 'Tokens are not supported by this sandbox.' },
      });
    }

    registerAppInfo(info: unknown): void {
      this.#wrappers.push(info);
    }

    _registerWrapper(info: unknown): void {
      this.#wrappers.push(info);
    }
  }

  Object.assign(window, {
    Stripe: Object.assign((key: string) => new SandboxStripe(key), { version: 'sandbox' }),
  });
})();
