import { apiErrorOf, isUnknownOutcome, serverMessage } from 'shared-api';
import type { BodyOf, OpenInvoice, PaymentAttempt, payOpenInvoices } from 'shared-api/contracts';
import { formatMoney } from 'shared-ui';
import { useAttempt, usePractice, useRemote } from 'shared-ui/remote';
import { useState } from 'react';
import { useLazyListOpenInvoicesQuery, usePayOpenInvoicesMutation } from '../api';
import { useConfirming } from '../confirming/use-confirming';
import { type ChangeProblem, type PaymentRun, usePaymentRun } from '../changes/use-payment-run';
import { messages } from './messages';

const text = messages.dialog;

export interface Payment {
  amount: number;
  cardId: string | undefined;
  keeps: boolean;
}

/** `declined`: the card could not pay all invoices. */
export type PayResult = 'done' | 'declined' | 'failed';

export interface PayInvoices extends Pick<PaymentRun, 'step' | 'problem'> {
  /** The payment result of each invoice, by invoice id. */
  results: ReadonlyMap<string, PaymentAttempt>;
  /** With `keeps`, renewals are charged to the same card. Resolves to `done` if all invoices are paid or processing. */
  pay: (invoices: readonly OpenInvoice[], payment: Payment) => Promise<PayResult>;
}

/** Pays a customer's open invoices with a saved card, and opens the bank's authentication step if required. */
export function usePayInvoices(customerId: string): PayInvoices {
  const { id: practiceId } = usePractice();
  const { notify, publish } = useRemote();
  const [payOpen] = usePayOpenInvoicesMutation();
  const [readOpen] = useLazyListOpenInvoicesQuery();
  const { step, problem, setProblem, askBank, runExclusively } = usePaymentRun();
  const isBeingConfirmed = useConfirming();
  const attempt = useAttempt<BodyOf<typeof payOpenInvoices>>();
  const [results, setResults] = useState<ReadonlyMap<string, PaymentAttempt>>(new Map());

  const fail = (failure: ChangeProblem): PayResult => {
    setProblem(failure);
    notify({ severity: 'error', message: failure.message });
    return failure.kind === 'declined' ? 'declined' : 'failed';
  };
  const finish = (message: string, severity: 'success' | 'info' = 'success'): PayResult => {
    notify({ severity, message });
    publish('entitlements-changed', { practice: practiceId });
    return 'done';
  };

  /** Runs the bank step of each attempt in turn. Resolves with the message of the first failure, or null. */
  const authenticateAll = async (attempts: readonly PaymentAttempt[]): Promise<string | null> => {
    for (const { client_secret: clientSecret } of attempts) {
      const objection = await askBank(clientSecret);
      if (objection !== null) return objection;
    }
    return null;
  };

  const send: PayInvoices['pay'] = async (invoices, { amount, cardId, keeps }) => {
    const ids = invoices.map(({ invoice_id: id }) => id);
    const body = {
      invoice_ids: ids,
      expected_due: amount,
      ...(cardId !== undefined && { payment_method_id: cardId }),
      ...(keeps && { use_for_renewals: true }),
    };
    const { key, sent } = attempt.begin(body, body);
    const { data, error } = await payOpen({ customerId, body: sent, idempotencyKey: key });
    if (error) {
      const failure = apiErrorOf(error);
      if (await isBeingConfirmed(failure)) {
        attempt.end();
        return finish(failure.code === 'being_confirmed' ? failure.message : text.confirming, 'info');
      }
      const message = serverMessage(failure) ?? text.unknown;
      if (isUnknownOutcome(failure)) return fail({ kind: 'other', message });
      attempt.end();
      if (failure.status === 402) return fail({ kind: 'declined', title: text.failed, message });
      if (failure.code === 'preview_outdated') return fail({ kind: 'outdated', message: text.outdated });
      return fail({ kind: 'other', message });
    }
    attempt.end();
    setResults((known) => new Map([...known, ...data.results.map((result) => [result.invoice_id, result] as const)]));
    const [unmoved] = data.not_moved ?? [];
    if (unmoved) notify({ severity: 'warning', message: text.notKept(unmoved.name, unmoved.problem) });
    const unpaid = data.results.filter(({ paid, being_confirmed: confirming }) => !paid && confirming !== true);
    const total = formatMoney(amount, invoices[0]?.currency);
    const isConfirming = data.results.some(({ being_confirmed: confirming }) => confirming === true);
    if (unpaid.length === 0 && isConfirming) return finish(text.confirming, 'info');
    if (unpaid.length === 0) return finish(data.message === '' ? text.done(total) : data.message);

    const waiting = unpaid.filter(({ client_secret: secret }) => secret !== undefined);
    const refused = unpaid.find(({ client_secret: secret }) => secret === undefined);
    const objection = await authenticateAll(waiting);
    const reason = objection ?? (refused && (refused.problem ?? data.message));
    if (reason !== undefined) {
      const title = data.results.some(({ paid }) => paid) ? text.partial : text.failed;
      return fail({ kind: 'declined', title, message: reason });
    }
    // The bank has confirmed. Checks once whether the provider has recorded the payment. Later changes come by webhook.
    const { data: open } = await readOpen({ customerId }, false);
    const isOpen = open?.invoices.some(({ invoice_id: id }) => ids.includes(id)) ?? true;
    return isOpen ? finish(text.waiting, 'info') : finish(text.done(total));
  };

  return { step, problem, results, pay: (invoices, payment) => runExclusively(() => send(invoices, payment)) };
}
