import { useRemote } from 'shared-ui/remote';
import { useLazyReadStripeInfoQuery } from '../api';
import { messages } from './messages';

/**
 * Opens the step in which the bank asks the person, such as 3-D Secure. Resolves with null when the person has confirmed,
 * else with the reason in words: the bank refused, the person closed it, or it could not be opened.
 */
export function useBankStep(): (clientSecret: string | undefined) => Promise<string | null> {
  const { nonce } = useRemote();
  const [readStripe] = useLazyReadStripeInfoQuery();
  return async (clientSecret) => {
    const info = await readStripe(undefined, true);
    if (!info.data || clientSecret === undefined) return messages.bank.notOpened;
    const { handleNextAction } = await import('shared-ui/card-form');
    const { stripe_publishable_key: publishableKey, stripe_js_url: stripeJsUrl } = info.data;
    try {
      return await handleNextAction({ publishableKey, stripeJsUrl, nonce, clientSecret });
    } catch {
      return messages.bank.notOpened;
    }
  };
}
