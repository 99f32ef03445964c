/**
 * The card form in its own frame, from the sandbox's origin, so the page around it never sees the input. It sends the card
 * to the sandbox itself, with the publishable key in its URL.
 */
(() => {
  const search = new URLSearchParams(location.search);
  const key = search.get('key') ?? '';
  const parentOrigin = search.get('parent') ?? '';
  const say = (message: FromFrame): void => parent.postMessage({ sandboxStripe: message }, parentOrigin);

  const input = (id: string): HTMLInputElement => document.getElementById(id) as HTMLInputElement;
  const fields = { number: input('number'), expiry: input('expiry'), cvc: input('cvc') };
  type Name = keyof typeof fields;
  const names = Object.keys(fields) as Name[];
  const brandMark = document.getElementById('brand') as HTMLElement;

  const digits = (text: string): string => text.replace(/\D/g, '');

  function brandOf(number: string): string {
    if (number.startsWith('4')) return 'visa';
    if (/^(5[1-5]|2[2-7])/.test(number)) return 'mastercard';
    if (/^3[47]/.test(number)) return 'amex';
    return /^(6011|65)/.test(number) ? 'discover' : 'unknown';
  }

  function hasCheckDigit(number: string): boolean {
    const sum = [...number].reverse().reduce((total, digit, at) => {
      const doubled = Number(digit) * (at % 2 === 1 ? 2 : 1);
      return total + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
    return sum % 10 === 0;
  }

  function expiry(): { month: number; year: number } | null {
    const parts = /^(\d{2})(\d{2})$/.exec(digits(fields.expiry.value));
    return parts ? { month: Number(parts[1]), year: 2000 + Number(parts[2]) } : null;
  }

  /** The error of each field; null if it is complete. */
  const problems: Record<Name, () => string | null> = {
    number() {
      const number = digits(fields.number.value);
      const length = brandOf(number) === 'amex' ? 15 : 16;
      if (number.length < length) return 'Your card number is incomplete.';
      return hasCheckDigit(number) ? null : 'Your card number is invalid.';
    },
    expiry() {
      const date = expiry();
      if (!date) return "Your card's expiration date is incomplete.";
      if (date.month < 1 || date.month > 12) return "Your card's expiration date is invalid.";
      const now = new Date();
      const past = date.year * 12 + date.month < now.getFullYear() * 12 + now.getMonth() + 1;
      return past ? "Your card's expiration date is in the past." : null;
    },
    cvc() {
      const length = brandOf(digits(fields.number.value)) === 'amex' ? 4 : 3;
      return digits(fields.cvc.value).length < length ? "Your card's security code is incomplete." : null;
    },
  };

  function show(name: Name, problem: string | null): void {
    const message = document.getElementById(`${name}-problem`) as HTMLElement;
    message.textContent = problem ?? '';
    fields[name].setAttribute('aria-invalid', String(problem !== null));
    tellHeight();
  }

  function tellHeight(): void {
    say({ kind: 'height', height: document.body.scrollHeight });
  }

  function tellChange(): void {
    const empty = names.every((name) => fields[name].value === '');
    const complete = names.every((name) => problems[name]() === null);
    const brand = brandOf(digits(fields.number.value));
    brandMark.textContent = brand === 'unknown' ? '' : brand;
    say({ kind: 'change', complete, empty, brand });
  }

  function format(name: Name): void {
    const typed = digits(fields[name].value);
    if (name === 'number') {
      const groups =
        brandOf(typed) === 'amex' ? /^(\d{0,4})(\d{0,6})(\d{0,5})/ : /^(\d{0,4})(\d{0,4})(\d{0,4})(\d{0,4})/;
      fields.number.value = (groups.exec(typed) ?? []).slice(1).filter(Boolean).join(' ');
    } else if (name === 'expiry') {
      const full = /^[2-9]/.test(typed) ? `0${typed}` : typed;
      fields.expiry.value = full.length > 2 ? `${full.slice(0, 2)} / ${full.slice(2, 4)}` : full;
    } else {
      fields.cvc.value = typed.slice(0, 4);
    }
  }

  for (const name of names) {
    const field = fields[name];
    field.addEventListener('input', () => {
      format(name);
      show(name, null);
      tellChange();
    });
    field.addEventListener('focus', () => say({ kind: 'focus' }));
    field.addEventListener('blur', () => {
      if (field.value !== '') show(name, problems[name]());
      say({ kind: 'blur' });
    });
    field.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') say({ kind: 'escape' });
    });
  }

  /** Shows the errors and returns the first one. */
  function validate(): StripeErrorShape | null {
    let first: StripeErrorShape | null = null;
    for (const name of names) {
      const problem = problems[name]();
      show(name, problem);
      if (problem !== null && first === null) {
        first = { type: 'validation_error', message: problem, code: `incomplete_${name}` };
        fields[name].focus();
      }
    }
    return first;
  }

  async function post(path: string, body: Record<string, string>): Promise<Record<string, unknown>> {
    const answer = await fetch(path, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(body),
    });
    return (await answer.json()) as Record<string, unknown>;
  }

  async function confirm(message: Extract<ToFrame, { kind: 'confirm' }>): Promise<void> {
    const { id, intent, clientSecret, name } = message;
    const problem = validate();
    if (problem) return say({ kind: 'answer', id, error: problem, result: null });
    const date = expiry();
    const prefix = intent === null ? 'card' : 'payment_method_data[card]';
    const card = {
      [`${prefix}[number]`]: digits(fields.number.value),
      [`${prefix}[exp_month]`]: String(date?.month ?? ''),
      [`${prefix}[exp_year]`]: String(date?.year ?? ''),
      [`${prefix}[cvc]`]: fields.cvc.value,
    };
    try {
      const result =
        intent === null
          ? await post('/v1/payment_methods', { type: 'card', ...card, ...(name && { 'billing_details[name]': name }) })
          : await post(`/v1/${intent.startsWith('seti_') ? 'setup' : 'payment'}_intents/${intent}/confirm`, {
              client_secret: clientSecret ?? '',
              'payment_method_data[type]': 'card',
              ...card,
            });
      const error = (result['error'] as StripeErrorShape | undefined) ?? null;
      say({ kind: 'answer', id, error, result: error ? null : result });
    } catch {
      const error = {
        type: 'api_connection_error',
        message:
          'We are experiencing issues connecting to our payments provider. You have not been charged. Please check your internet connection and try again.',
      };
      say({ kind: 'answer', id, error, result: null });
    }
  }

  const loaded = new Set<string>();

  function loadFonts(fonts: FrameFont[]): void {
    for (const { family, src, weight = 'normal', style = 'normal' } of fonts) {
      if (loaded.has(src)) continue;
      loaded.add(src);
      const font = new FontFace(family, src, { weight, style });
      document.fonts.add(font);
      // Without the font, the next family of the appearance applies.
      font.load().then(tellHeight, () => undefined);
    }
  }

  addEventListener('message', (event: MessageEvent<{ sandboxStripe?: ToFrame }>) => {
    const message = event.data.sandboxStripe;
    if (event.source !== parent || event.origin !== parentOrigin || !message) return;
    switch (message.kind) {
      case 'options':
        for (const [name, value] of Object.entries(message.appearance)) {
          document.documentElement.style.setProperty(`--${name}`, value);
        }
        loadFonts(message.fonts);
        for (const name of names) fields[name].disabled = message.disabled;
        tellHeight();
        return;
      case 'validate':
        say({ kind: 'answer', id: message.id, error: validate(), result: {} });
        return;
      case 'focus':
        fields.number.focus();
        return;
      case 'clear':
        for (const name of names) fields[name].value = '';
        tellChange();
        return;
      case 'confirm':
        void confirm(message);
    }
  });

  new ResizeObserver(tellHeight).observe(document.body);
  say({ kind: 'ready' });
})();
