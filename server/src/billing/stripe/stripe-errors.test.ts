import { describe, expect, it } from '@jest/globals';
import Stripe from 'stripe';
import { AppError } from '../../platform/errors/app-error.js';
import { EARLIER_ATTEMPT, readFromStripe, toAppError, writeToStripe } from './stripe-errors.js';

const { errors } = Stripe;
type RawError = NonNullable<ConstructorParameters<typeof errors.StripeError>[0]>;
const raw = (fields: object): RawError => ({ message: 'Raw words of the provider', ...fields }) as RawError;
const thrownBy = async (call: Promise<unknown>): Promise<AppError> => {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof AppError)) throw new Error('No refusal was thrown');
  return error;
};

describe('readFromStripe', () => {
  it('reports that the provider is not responding, and mentions no charges', async () => {
    const error = await thrownBy(readFromStripe(() => Promise.reject(new errors.StripeConnectionError(raw({})))));
    expect([error.statusCode, error.code, error.message]).toEqual([
      502,
      'provider_unavailable',
      'The payment provider isn’t responding. Try again in a minute.',
    ]);
  });
});

describe('writeToStripe', () => {
  it.each([
    ['a broken connection', new errors.StripeConnectionError(raw({}))],
    ['an error of the provider', new errors.StripeAPIError(raw({ statusCode: 500 }))],
  ])('explains after %s that a retry is safe and charges once', async (_, cause) => {
    const error = await thrownBy(writeToStripe(() => Promise.reject(cause)));
    expect([error.statusCode, error.code]).toEqual([502, 'provider_unavailable']);
    expect(error.message).toMatch(/so we don’t know whether this went through.*safe.*nothing is charged twice/);
  });

  it('returns what the call returns', async () => {
    expect(await writeToStripe(() => Promise.resolve(1))).toBe(1);
  });
});

describe('toAppError', () => {
  it.each([
    ['resource_missing', /no longer has this/],
    ['email_invalid', /email address/],
    ['customer_max_subscriptions', /as many subscriptions/],
    ['a_code_of_next_year', /didn’t accept this/],
  ])('describes the refusal %s in its own words and keeps the raw text as the cause', (code, words) => {
    const cause = new errors.StripeInvalidRequestError(
      raw({ statusCode: 400, code, param: 'items[0][price]', message: "No such price: 'price_x'; items[0][price]" }),
    );
    const error = toAppError(cause) as AppError;
    expect([error.statusCode, error.code]).toEqual([422, 'refused_by_provider']);
    expect(error.message).toMatch(words);
    expect(error.message).not.toMatch(/price_x|items/);
    expect(error.cause).toBe(cause);
  });

  it.each([
    ["No such customer: 'cus_1'", 'this customer'],
    ["No such PaymentMethod: 'pm_1'", 'this payment method'],
    ["No such subscription_schedule: 'sub_sched_1'", 'this scheduled subscription'],
    ["No such thing: 'thing_1'", 'this'],
  ])('reports after %p that the provider doesn’t have %s', (message, missing) => {
    const cause = new errors.StripeInvalidRequestError(raw({ statusCode: 404, message }));
    const error = toAppError(cause) as AppError;
    expect([error.statusCode, error.code, error.message]).toEqual([
      404,
      'not_found',
      `The payment provider doesn’t have ${missing}. Reload the page and try again.`,
    ]);
  });

  it("passes on the bank's message about a card", () => {
    const cause = new errors.StripeCardError(
      raw({ statusCode: 402, code: 'card_declined', message: 'Your card has insufficient funds.' }),
    );
    expect(toAppError(cause)).toMatchObject({
      statusCode: 402,
      code: 'card_declined',
      message: 'Your card has insufficient funds.',
    });
  });

  it.each(['authentication_required', 'invoice_payment_intent_requires_action'])(
    'asks the person to confirm a payment after %s',
    (code) => {
      const cause = new errors.StripeCardError(raw({ statusCode: 402, code }));
      expect((toAppError(cause) as AppError).message).toBe('Your bank wants you to confirm this payment.');
    },
  );

  it.each([
    ['a key that isn’t valid anymore', new errors.StripeAuthenticationError(raw({ statusCode: 401 }))],
    ['a key without the permission', new errors.StripePermissionError(raw({ statusCode: 403 }))],
  ])('reports for %s that nothing was done, not an outage', (_, cause) => {
    const [write, read] = [toAppError(cause), toAppError(cause, 'read')] as [AppError, AppError];
    expect([write.statusCode, write.code, write.message]).toEqual([
      500,
      'provider_setup',
      'The payment provider doesn’t let the console do this, so nothing was changed. Contact support.',
    ]);
    expect([read.code, read.message]).toEqual([
      'provider_setup',
      'The payment provider doesn’t let the console read this. Contact support.',
    ]);
    const earlier = raw({ statusCode: 401, headers: { [EARLIER_ATTEMPT]: '1' } });
    expect(toAppError(new errors.StripeAuthenticationError(earlier))).toMatchObject({ code: 'provider_unavailable' });
  });

  it('returns other errors unchanged', () => {
    const other = new Error('not of Stripe');
    expect(toAppError(other)).toBe(other);
  });
});
