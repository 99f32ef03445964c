import { installFakeStripe, type StripeScript } from '../cards/testing/stripe-script';

/** An empty script is sufficient, because the fake provides Stripe. */
export const EMPTY_SCRIPT = 'data:text/javascript,';

let script: StripeScript | undefined;

/**
 * Installs a fake of Stripe's script without a network. Only one per page, because Stripe's loader keeps the first one
 * it finds.
 *
 * @param setup the result of confirming a card
 */
export function installStripeForStories(
  setup: StripeScript['setupResult'] = { setupIntent: { id: 'seti_1', status: 'succeeded' } },
): void {
  script ??= installFakeStripe();
  script.setupResult = setup;
}
