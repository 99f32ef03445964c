/** Charges a customer's open invoices to a saved card. */
import { apiErrorOf, isUnknownOutcome, serverMessage } from 'shared-api';
import type { OpenInvoice, PaymentAttempt } from 'shared-api/contracts';
import { formatMoney } from 'shared-ui';
import { usePractice, useRemote } from 'shared-ui/remote';
import { useRef, useState } from 'react';
import { usePayOpenInvoicesMutation } from '../api';
import { messages } from './messages';

const text = messages.pay;

export interface PayInvoices {
  busy: boolean;
  /** Why not everything was paid. */
  problem: string | null;
  /** The result of each invoice, by its id. */
  results: ReadonlyMap<string, PaymentAttempt>;
  /** Resolves to true if everything is paid. */
  pay: (invoices: readonly OpenInvoice[], amount: number, keeps: boolean) => Promise<boolean>;
}

export function usePayInvoices(customer: string, card: string): PayInvoices {
  const { id: practiceId } = usePractice();
  const { notify, publish } = useRemote();
  const [send, { isLoading: busy }] = usePayOpenInvoicesMutation();
  const [problem, setProblem] = useState<string | null>(null);
  const [results, setResults] = useState<ReadonlyMap<string, PaymentAttempt>>(new Map());
  const running = useRef(false);

  const fail = (message: string): false => {
    setProblem(message);
    notify({ severity: 'error', message: text.failed });
    return false;
  };

  /** The dialog stays open and shows the result of each invoice. */
  const follow = (message: string): false => {
    notify({ severity: 'info', message });
    return false;
  };

  const run: PayInvoices['pay'] = async (invoices, amount, keeps) => {
    const body = {
      invoice_ids: invoices.map(({ invoice_id: id }) => id),
      payment_method_id: card,
      expected_due: amount,
      ...(keeps && { use_for_renewals: true }),
    };
    const { data, error } = await send({ customer, body });
    if (!data) {
      const failure = apiErrorOf(error);
      if (failure.code === 'being_confirmed') return follow(failure.message);
      return fail(serverMessage(failure) ?? (isUnknownOutcome(failure) ? text.noAnswer : failure.message));
    }
    setResults((known) => new Map([...known, ...data.results.map((result) => [result.invoice_id, result] as const)]));
    if (data.results.some(({ paid }) => paid)) publish('entitlements-changed', { practice: practiceId });
    const [unmoved] = data.not_moved ?? [];
    if (unmoved) notify({ severity: 'warning', message: text.notKept(unmoved.name, unmoved.problem) });
    const unpaid = data.results.filter(({ paid }) => !paid);
    if (unpaid.length > 0 && unpaid.every(({ being_confirmed: confirming }) => confirming === true)) {
      return follow(text.confirming);
    }
    if (data.status === 'success') {
      notify({ severity: 'success', message: text.done(formatMoney(amount, invoices[0]?.currency)) });
      return true;
    }
    return fail(data.status === 'requires_action' ? text.cardholder : data.message);
  };

  return {
    busy,
    problem,
    results,
    async pay(invoices, amount, keeps) {
      if (running.current) return false;
      running.current = true;
      setProblem(null);
      try {
        return await run(invoices, amount, keeps);
      } finally {
        running.current = false;
      }
    },
  };
}
