import type { Stripe } from '@stripe/stripe-js';
import { useEffect, useEffectEvent, useState } from 'react';
import { type StripeSource, stripeFor } from './load-stripe';

export type CardFormState =
  | { step: 'loading' }
  | { step: 'failed'; reason: string | null }
  | { step: 'ready'; stripe: Stripe; clientSecret: string };

export interface CardFormLoad extends StripeSource {
  createIntent: () => Promise<string>;
  onFailed?: (() => void) | undefined;
}

/** Fetches Stripe and the secret of an intent in parallel; retries on request. */
export function useCardForm({ createIntent, onFailed, ...source }: CardFormLoad): {
  state: CardFormState;
  retry: () => void;
} {
  const [state, setState] = useState<CardFormState>({ step: 'loading' });
  const [attempt, setAttempt] = useState(0);
  const fetchBoth = useEffectEvent(() => Promise.all([stripeFor(source), createIntent()]));
  const failed = useEffectEvent((reason: unknown) => {
    const text = typeof reason === 'string' ? reason : null;
    setState({ step: 'failed', reason: text });
    onFailed?.();
  });
  useEffect(() => {
    let gone = false;
    fetchBoth().then(
      ([stripe, clientSecret]) => {
        if (!gone) setState({ step: 'ready', stripe, clientSecret });
      },
      (reason: unknown) => {
        if (!gone) failed(reason);
      },
    );
    return () => {
      gone = true;
    };
  }, [attempt]);
  return {
    state,
    retry: () => {
      setState({ step: 'loading' });
      setAttempt(attempt + 1);
    },
  };
}
