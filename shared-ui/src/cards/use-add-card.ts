import { useRef, useState } from 'react';
import { useAttempt } from '../remote/use-attempt';
import { useRemote } from '../remote/use-remote';
import { type AddCardCalls, type ConfirmedCard, reasonOf } from './calls';
import { cardMessages } from './messages';

const text = cardMessages.adding;

type ConfirmBody = Parameters<AddCardCalls['confirm']>[0]['body'];

export interface NewCardOptions {
  makeDefault: boolean;
  /** Pay open invoices with the new card. */
  payOverdue: boolean;
}

export interface AddCard {
  createIntent: () => Promise<string>;
  /** Confirms the card with the server. Resolves to false on failure. `retryConfirm` tries again. */
  confirmCard: (setupIntent: string, wishes: NewCardOptions) => Promise<boolean>;
  /** The error of a card that the provider saved but the server couldn't confirm. */
  pending: string | null;
  retryConfirm: () => Promise<boolean>;
  busy: boolean;
}

/**
 * Adds a card: creates its intent and confirms it with the server. Retries reuse the idempotency key.
 *
 * @param onConfirmed called with the server's response, after the toast
 */
export function useAddCard(calls: AddCardCalls, onConfirmed: (card: ConfirmedCard) => void): AddCard {
  const { notify } = useRemote();
  const attempt = useAttempt<ConfirmBody>();
  /** The last card sent for confirmation, for `retryConfirm`. */
  const last = useRef<ConfirmBody | null>(null);
  const [pending, setPending] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const confirmCard = async (): Promise<boolean> => {
    if (!last.current) return false;
    const { key, sent } = attempt.begin(last.current, last.current);
    setBusy(true);
    const { data, error } = await calls.confirm({ body: sent, idempotencyKey: key });
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
    retryConfirm: confirmCard,
    async createIntent() {
      const { data, error } = await calls.createIntent();
      // The card form shows a thrown string as its error.
      if (!data) throw reasonOf(error);
      return data.client_secret;
    },
    confirmCard(setupIntent, wishes) {
      last.current = {
        setup_intent_id: setupIntent,
        make_default: wishes.makeDefault,
        retry_open_invoices: wishes.payOverdue,
      };
      return confirmCard();
    },
  };
}
