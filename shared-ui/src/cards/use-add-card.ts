import { useRef, useState } from 'react';
import { useRemote } from '../remote/use-remote';
import { type AddCardCalls, type ConfirmedCard, reasonOf } from './calls';
import { cardMessages } from './messages';

const text = cardMessages.adding;

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

/**
 * A card from its intent to the server's note of it. One idempotency key goes with a card, over all retries.
 *
 * @param onConfirmed hears the server's answer, after the toast that tells the person
 */
export function useAddCard(calls: AddCardCalls, onConfirmed: (card: ConfirmedCard) => void): AddCard {
  const { notify } = useRemote();
  const last = useRef<{ setupIntent: string; wishes: CardWishes; key: string } | null>(null);
  const [pending, setPending] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const tell = async (): Promise<boolean> => {
    if (!last.current) return false;
    const { setupIntent, wishes, key } = last.current;
    const body = {
      setup_intent_id: setupIntent,
      make_default: wishes.makeDefault,
      retry_open_invoices: wishes.retry,
    };
    setBusy(true);
    const { data, error } = await calls.confirm({ body, idempotencyKey: key });
    setBusy(false);
    if (!data) {
      setPending(reasonOf(error));
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
    onConfirmed(data);
    return true;
  };

  return {
    busy,
    pending,
    again: tell,
    async createIntent() {
      const { data, error } = await calls.createIntent();
      // The card form shows a text that is thrown.
      if (!data) throw reasonOf(error);
      return data.client_secret;
    },
    saved(setupIntent, wishes) {
      last.current = { setupIntent, wishes, key: crypto.randomUUID() };
      return tell();
    },
  };
}
