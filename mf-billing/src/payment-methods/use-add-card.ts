import { type ApiError, serverMessage } from 'shared-api';
import { usePractice, useRemote } from 'shared-ui/remote';
import { useRef, useState } from 'react';
import { useConfirmPaymentMethodMutation, useCreateSetupIntentMutation } from '../api';
import { words } from './messages';

const text = words.add;

export interface CardWishes {
  makeDefault: boolean;
  /** Try open invoices again with the new card. */
  retry: boolean;
}

export interface AddCard {
  createIntent: () => Promise<string>;
  /** Tells the server of the card. False where it could not be told; `again` tells it once more. */
  saved: (setupIntent: string, wishes: CardWishes) => Promise<boolean>;
  /** The card is with the provider and the server does not know; what it said about that. */
  pending: string | null;
  again: () => Promise<boolean>;
  busy: boolean;
}

/** A card from its intent to the server's note of it. One idempotency key goes with a card, over all retries. */
export function useAddCard(customer: string): AddCard {
  const { notify, publish } = useRemote();
  const { id: practice } = usePractice();
  const [create] = useCreateSetupIntentMutation();
  const [confirm, { isLoading }] = useConfirmPaymentMethodMutation();
  const last = useRef<{ setupIntent: string; wishes: CardWishes; key: string } | null>(null);
  const [pending, setPending] = useState<string | null>(null);

  const tell = async (): Promise<boolean> => {
    if (!last.current) return false;
    const { setupIntent, wishes, key } = last.current;
    const body = {
      setup_intent_id: setupIntent,
      make_default: wishes.makeDefault,
      retry_open_invoices: wishes.retry,
    };
    const { data, error } = await confirm({ customer, body, idempotencyKey: key });
    if (error) {
      setPending(serverMessage(error as ApiError) ?? (error as ApiError).message);
      return false;
    }
    const numbers = (paid: boolean): string =>
      data.retried
        .filter((invoice) => invoice.paid === paid)
        .map(({ number }) => number ?? text.invoice)
        .join(', ');
    const [paid, unpaid] = [numbers(true), numbers(false)];
    if (unpaid !== '') notify({ severity: 'warning', message: text.notPaid(unpaid) });
    else notify({ severity: 'success', message: paid === '' ? text.done : `${text.done}. ${text.paid(paid)}` });
    if (data.retried.length > 0) publish('entitlements-changed', { practice });
    return true;
  };

  return {
    busy: isLoading,
    pending,
    again: tell,
    async createIntent() {
      const { data, error } = await create({ customer });
      if (!data) throw serverMessage(error as ApiError) ?? (error as ApiError).message;
      return data.client_secret;
    },
    saved(setupIntent, wishes) {
      last.current = { setupIntent, wishes, key: crypto.randomUUID() };
      return tell();
    },
  };
}
