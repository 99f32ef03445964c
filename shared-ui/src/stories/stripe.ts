import { bringStripe, type StripeScript } from '../cards/testing/stripe-script';

/** What Stripe's script would bring is there already, so an empty script does. */
export const EMPTY_SCRIPT = 'data:text/javascript,';

let script: StripeScript | undefined;

/**
 * A stand-in for Stripe's script, without a network. One for the page, since Stripe's loader keeps the first that it
 * meets.
 *
 * @param setup what confirming a card answers
 */
export function standInForStripe(
  setup: StripeScript['setup'] = { setupIntent: { id: 'seti_1', status: 'succeeded' } },
): void {
  script ??= bringStripe();
  script.setup = setup;
}
