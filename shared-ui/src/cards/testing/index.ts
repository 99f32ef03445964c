/** For tests and small hosts of modules that show cards: their server, and what Stripe's script would bring. */
export { aCard, aCustomer, cardless } from './builders';
export { CardServer, type Made } from './card-server';
export { bringStripe, type StripeScript } from './stripe-script';
