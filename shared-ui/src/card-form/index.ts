/** The card form: a separate entry, with Stripe's React components, for the modules that use it. */
export { CardForm, type CardFormProps } from './CardForm';
export type { StripeSource } from './load-stripe';
export { handleNextAction, type NextAction } from './next-action';
