/** For tests and standalone hosts of modules that show cards: a fake server and a fake of Stripe's script. */
export { aCard, aCustomer, cardless } from './builders';
export { CardServer, type RecordedCall } from './card-server';
export { installFakeStripe, type StripeScript } from './stripe-script';
