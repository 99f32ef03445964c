import { useRemote } from 'shared-ui/remote';
import { useLazyReadStripeInfoQuery } from '../api';
import { messages } from './messages';

/**
 * Opens the bank's authentication step, such as 3-D Secure. Resolves with null after the person confirms. Otherwise
 * resolves with a message: the bank refused, the person closed the step, or it couldn't be opened.
 */
export function useBankAuthentication(): (clientSecret: string | undefined) => Promise<string | null> {
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
