import { installFakeStripe, type StripeScript } from '../cards/testing/stripe-script';

/** The fake provides Stripe already, so an empty script is enough. */
export const EMPTY_SCRIPT = 'data:text/javascript,';

let script: StripeScript | undefined;

/**
 * A fake of Stripe's script without a network. One for the page, because Stripe's loader keeps the first that it
 * finds.
 *
 * @param setup the result of confirming a card
 */
export function installStripeForStories(
  setup: StripeScript['setupResult'] = { setupIntent: { id: 'seti_1', status: 'succeeded' } },
): void {
  script ??= installFakeStripe();
  script.setupResult = setup;
}
