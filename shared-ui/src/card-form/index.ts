/** The card form with Stripe's React components, a separate entry for the modules that use it. */
export { CardForm, type CardFormProps } from './CardForm';
export type { StripeSource } from './load-stripe';
export { handleNextAction, type NextAction } from './next-action';
