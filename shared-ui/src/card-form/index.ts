/** The card form: an entry of its own, with Stripe's React components, for the modules that ask for it. */
export { CardForm, type CardFormProps } from './CardForm';
export type { StripeSource } from './load-stripe';
export { handleNextAction, type NextAction } from './next-action';
