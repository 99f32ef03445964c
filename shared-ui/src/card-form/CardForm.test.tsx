import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { renderKit } from '../testing';
import { CardForm, type CardFormProps, handleNextAction } from './index';

const source = { publishableKey: 'pk_test_1', stripeJsUrl: 'https://pay.example/stripe.js', nonce: 'n0nce' };

type Answer = { error?: { type: string; message?: string }; setupIntent?: { id: string; status: string } };
const saved: Answer = { setupIntent: { id: 'seti_1', status: 'succeeded' } };

/** A fake of Stripe's script. Stripe's React components are real. */
const script = {
  loads: true,
  ready: Promise.resolve(undefined),
  answer: saved,
  bank: undefined as string | undefined,
  options: {} as Record<string, unknown>,
};

function element() {
  const node = document.createElement('label');
  const ready: ((event: object) => void)[] = [];
  return {
    mount(parent: HTMLElement) {
      node.textContent = 'Card number ';
      node.append(document.createElement('input'));
      parent.append(node);
      void script.ready.then(() => ready.forEach((listener) => listener({ elementType: 'payment' })));
    },
    on: (name: string, listener: (event: object) => void) => {
      if (name === 'ready') ready.push(listener);
    },
    off: () => undefined,
    update: () => undefined,
    destroy: () => node.remove(),
  };
}

const stripe = {
  elements(options: Record<string, unknown>) {
    script.options = options;
    return { create: element, getElement: () => null, update: (next: object) => Object.assign(script.options, next) };
  },
  confirmSetup: () => Promise.resolve(script.answer),
  handleNextAction: () =>
    Promise.resolve(script.bank === undefined ? {} : { error: { type: 'card_error', message: script.bank } }),
  createToken: () => undefined,
  createPaymentMethod: () => undefined,
  confirmCardPayment: () => undefined,
};

/** Simulates script loading. jsdom fetches no scripts, so the test sets the result. */
const observer = new MutationObserver((changes) => {
  for (const added of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
    if (!(added instanceof HTMLScriptElement)) continue;
    if (script.loads) Object.assign(globalThis, { Stripe: Object.assign(() => stripe, { version: 'endive' }) });
    added.dispatchEvent(new Event(script.loads ? 'load' : 'error'));
  }
});

beforeEach(() => observer.observe(document.head, { childList: true }));
afterEach(() => {
  observer.disconnect();
  delete document.documentElement.dataset['theme'];
  Object.assign(script, { loads: true, ready: Promise.resolve(undefined), answer: saved, bank: undefined });
});

const scripts = (): HTMLScriptElement[] => [...document.querySelectorAll<HTMLScriptElement>('script[src]')];

function form(over: Partial<CardFormProps> = {}) {
  const onSaved = jest.fn<(id: string) => void>();
  const createIntent = jest.fn(() => Promise.resolve('seti_1_secret_1'));
  const props = { ...source, onSaved, createIntent, onCancel: jest.fn(), ...over };
  return { ...renderKit(<CardForm {...props} />), onSaved, createIntent };
}

it('reports a script that fails to load and reloads it on Retry', async () => {
  script.loads = false;
  const onFailed = jest.fn();
  const { user } = form({ onFailed });
  expect(await screen.findByText('Failed to initialize payment system')).toBeVisible();
  expect(onFailed).toHaveBeenCalledTimes(1);
  expect(scripts()).toHaveLength(0);
  script.loads = true;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('textbox', { name: 'Card number' })).toBeVisible();
});

it('keeps typing out of the fields until they are ready', async () => {
  let becomeReady: (value: undefined) => void = () => undefined;
  script.ready = new Promise((resolve) => {
    becomeReady = resolve;
  });
  const { user } = form();
  await screen.findByText('Card number');
  expect(screen.queryByRole('textbox', { name: 'Card number' })).toBeNull();
  becomeReady(undefined);
  const field = await screen.findByRole('textbox', { name: 'Card number' });
  await user.type(field, '4242');
  expect(field).toHaveValue('4242');
});

it('loads the script once, from its URL and with the nonce', async () => {
  form();
  await screen.findByRole('textbox', { name: 'Card number' });
  expect(scripts().map(({ src, nonce }) => [src, nonce])).toEqual([[source.stripeJsUrl, source.nonce]]);
});

it('shows why an intent could not be created', async () => {
  form({ createIntent: () => Promise.reject('The provider is away') as Promise<string> });
  expect(await screen.findByText('The provider is away')).toBeVisible();
});

it('passes the absolute URL of the font, because the frame has another origin', async () => {
  form();
  await screen.findByRole('textbox', { name: 'Card number' });
  expect(script.options).toMatchObject({
    fonts: [{ family: 'Inter Variable', src: 'url("https://console.test/asset")' }],
    appearance: { variables: { fontFamily: expect.stringContaining("'Inter Variable'") } },
  });
});

it('passes the secret and the colors of the current scheme to the provider', async () => {
  form();
  await screen.findByRole('textbox', { name: 'Card number' });
  expect(script.options).toMatchObject({
    clientSecret: 'seti_1_secret_1',
    appearance: { variables: { colorText: '#1a2230' } },
  });
  document.documentElement.dataset['theme'] = 'dark';
  await waitFor(() => expect(script.options).toMatchObject({ appearance: { variables: { colorText: '#e8ebf0' } } }));
});

it('reports a saved card once after a double click', async () => {
  // The second click comes while the page still stores the card.
  const onSaved = jest.fn((_setupIntentId: string) => new Promise<void>(() => undefined));
  const { user } = form({ onSaved });
  await screen.findByRole('textbox', { name: 'Card number' });
  await user.dblClick(screen.getByRole('button', { name: 'Add card' }));
  await waitFor(() => expect(onSaved).toHaveBeenCalledWith('seti_1'));
  expect(onSaved).toHaveBeenCalledTimes(1);
});

it.each<[string, Answer, string | null]>([
  [
    'a decline with a message',
    { error: { type: 'card_error', message: 'Your card was declined.' } },
    'Your card was declined.',
  ],
  ['a decline without a message', { error: { type: 'card_error' } }, 'Couldn’t save the card. Check it and try again.'],
  [
    'a card that is not confirmed',
    { setupIntent: { id: 's', status: 'processing' } },
    'The card isn’t confirmed yet. Try again.',
  ],
  ['an invalid field that shows its own error', { error: { type: 'validation_error', message: 'Incomplete' } }, null],
])('keeps the form after %s', async (_, answer, message) => {
  script.answer = answer;
  const { user, onSaved } = form();
  await user.type(await screen.findByRole('textbox', { name: 'Card number' }), '4000');
  await user.click(screen.getByRole('button', { name: 'Add card' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Add card' })).not.toHaveAttribute('aria-busy'));
  expect(screen.queryByRole('alert')?.textContent ?? null).toBe(message);
  expect(screen.getByRole('textbox', { name: 'Card number' })).toHaveValue('4000');
  expect(onSaved).not.toHaveBeenCalled();
});

it.each([
  ['agrees', undefined, null],
  [
    'objects',
    'We are unable to authenticate your payment method.',
    'We are unable to authenticate your payment method.',
  ],
])('returns the result of a bank that %s', async (_, bank, objection) => {
  script.bank = bank;
  await expect(handleNextAction({ ...source, clientSecret: 'pi_1_secret_1' })).resolves.toBe(objection);
});
