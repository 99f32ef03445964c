/** The hosted pages of an invoice: its payment page and its PDF. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type Stripe from 'stripe';
import type { CallContext } from './calls.js';
import {
  HTML_TYPE,
  type Markup,
  formatBrand,
  formatDay,
  formatMoney,
  html,
  invoiceStatusText,
  notFoundPage,
  page,
  timeZoneOf,
} from './html.js';
import { defaultIntentOf } from './invoice-payments.js';
import { invoicePdf } from './invoice-pdf.js';
import { attemptPayment, methodFor } from './invoices.js';
import { answerAuthentication } from './payment-calls.js';
import { type Store, idOf } from './store.js';
import { afterPayment } from './subscription-lifecycle.js';

const zoneFor = (store: Store, invoice: Stripe.Invoice): string =>
  timeZoneOf(store.table('customer').find(idOf(invoice.customer)));

/** The message of the last failed payment; null if none failed. */
function failureText(store: Store, invoice: Stripe.Invoice): string | null {
  if (invoice.status !== 'open') return null;
  const intent = defaultIntentOf(store, invoice.id);
  if (!intent || intent.status !== 'requires_payment_method') return null;
  if (!methodFor(store, invoice) && !intent.last_payment_error) {
    return invoice.attempted ? 'There is no card to charge. Add one in the console, then try again.' : null;
  }
  const { code, decline_code: reason, message } = intent.last_payment_error ?? {};
  if (code !== 'card_declined') return message ?? null;
  const cause = reason === 'insufficient_funds' ? 'The card has insufficient funds.' : 'The card was declined.';
  return `${cause} Choose another card in the console, then try again.`;
}

function actionsOf(store: Store, invoice: Stripe.Invoice): Markup {
  if (invoice.status !== 'open') return html``;
  const intent = defaultIntentOf(store, invoice.id);
  if (intent?.status === 'requires_action') {
    return html`<h2>Authentication by your bank</h2>
      <p>Your bank wants you to confirm this payment of ${formatMoney(intent.amount, intent.currency)}.</p>
      <form method="post">
        <button name="answer" value="approve">Complete authentication</button>
        <button name="answer" value="refuse" class="secondary">Fail authentication</button>
      </form>`;
  }
  const method = methodFor(store, invoice);
  const card = method?.card
    ? html` with the ${formatBrand(method.card.brand)} card ending in ${method.card.last4}`
    : html``;
  return html`<form method="post">
    <p>Pay${card}.</p>
    <button>Pay ${formatMoney(invoice.amount_remaining, invoice.currency)}</button>
  </form>`;
}

function totalRow(label: string, cents: number, currency: string): Markup {
  return html`<tr>
    <td>${label}</td>
    <td class="amount">${formatMoney(cents, currency)}</td>
  </tr>`;
}

/** The totals below the lines, without those that would repeat another one. */
function totalsOf(invoice: Stripe.Invoice): Markup[] {
  const { currency } = invoice;
  const fromBalance = invoice.amount_due - invoice.total;
  return [
    totalRow('Total', invoice.total, currency),
    ...(fromBalance === 0 ? [] : [totalRow('Applied balance', fromBalance, currency)]),
    totalRow('Amount due', invoice.amount_due, currency),
    ...(invoice.amount_paid === 0 ? [] : [totalRow('Amount paid', invoice.amount_paid, currency)]),
    ...(invoice.amount_remaining === invoice.amount_due || invoice.status === 'paid'
      ? []
      : [totalRow('Amount remaining', invoice.amount_remaining, currency)]),
  ];
}

function noteOf(invoice: Stripe.Invoice, zone: string): string | null {
  switch (invoice.status) {
    case 'paid': {
      const paidAt = invoice.status_transitions.paid_at;
      return paidAt === null ? 'This invoice is paid.' : `This invoice was paid on ${formatDay(paidAt, zone)}.`;
    }
    case 'void':
      return 'This invoice was voided. Nothing is due.';
    case 'draft':
      return 'This invoice is a draft. It can be paid once it is finalized.';
    case 'uncollectible':
      return 'This invoice was marked as uncollectible.';
    default:
      return null;
  }
}

function invoicePage(store: Store, invoice: Stripe.Invoice): string {
  const zone = zoneFor(store, invoice);
  const title = `Invoice ${invoice.number ?? invoice.id}`;
  const note = noteOf(invoice, zone);
  const failure = failureText(store, invoice);
  const lines = invoice.lines.data.map(
    (line) =>
      html`<tr>
        <td>${line.description}</td>
        <td class="amount">${formatMoney(line.amount, line.currency)}</td>
      </tr>`,
  );
  return page(
    title,
    html`<h1>${title}</h1>
      <p>
        ${invoice.customer_name} · ${formatDay(invoice.created, zone)} ·
        <span class="status">${invoiceStatusText(invoice)}</span>
      </p>
      <table>
        <thead>
          <tr>
            <th>Description</th>
            <th class="amount">Amount</th>
          </tr>
        </thead>
        <tbody>
          ${lines}
        </tbody>
        <tfoot>
          ${totalsOf(invoice)}
        </tfoot>
      </table>
      ${failure === null ? html`` : html`<p role="alert">${failure}</p>`}
      ${note === null ? html`` : html`<p role="status">${note}</p>`} ${actionsOf(store, invoice)}
      <p><a href="/stripe/invoices/${invoice.id}/pdf">Download PDF</a></p>`,
  );
}

interface InvoiceRoute {
  Params: { id: string };
  Body: Record<string, unknown> | null;
}

/** Charges the invoice's card, or processes the result of the bank's authentication. */
function pay(context: CallContext, invoice: Stripe.Invoice, answer: unknown): void {
  const intent = defaultIntentOf(context.store, invoice.id);
  if (intent?.status === 'requires_action') {
    if (answer !== undefined) answerAuthentication(context, intent.id, answer === 'approve');
    return;
  }
  const { invoice: after } = attemptPayment(context, invoice);
  if (after.status === 'paid') afterPayment(context, after);
}

/** @param onChange called after a change */
export function hostedInvoiceRoutes(app: FastifyInstance, contextFor: () => CallContext, onChange: () => void): void {
  const find = (id: string) => contextFor().store.table('invoice').find(id);
  const notFound = (reply: FastifyReply, id: string) =>
    reply.code(404).type(HTML_TYPE).send(notFoundPage('Invoice', id));

  app.get<InvoiceRoute>('/stripe/invoices/:id', ({ params }, reply) => {
    const invoice = find(params.id);
    if (!invoice) return notFound(reply, params.id);
    return reply.type(HTML_TYPE).send(invoicePage(contextFor().store, invoice));
  });

  app.get<InvoiceRoute>('/stripe/invoices/:id/pdf', ({ params }, reply) => {
    const invoice = find(params.id);
    if (!invoice) return notFound(reply, params.id);
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="Invoice-${invoice.number ?? invoice.id}.pdf"`)
      .send(invoicePdf(invoice, zoneFor(contextFor().store, invoice)));
  });

  app.post<InvoiceRoute>('/stripe/invoices/:id', ({ params, body }, reply) => {
    const context = contextFor();
    const invoice = find(params.id);
    if (!invoice) return notFound(reply, params.id);
    if (invoice.status === 'open') {
      pay(context, invoice, body?.['answer']);
      onChange();
    }
    // The redirect prevents a second payment when the page is reloaded.
    return reply.redirect(`/stripe/invoices/${invoice.id}`, 303);
  });
}
