/** A mock server with customers and their cards, for tests and standalone hosts. It remembers changes. */
import {
  type AnswerOf,
  type BodyOf,
  confirmPaymentMethod,
  createSetupIntent,
  type Customer,
  deletePaymentMethod,
  listCustomers,
  listOpenInvoices,
  listPaymentMethods,
  type OpenInvoice,
  type OpenInvoices,
  type OtherMethod,
  type PaymentAttempt,
  type PaymentMethod,
  type PermittedAction,
  payOpenInvoices,
  type PracticeOwner,
  readStripeInfo,
  setDefaultPaymentMethod,
  type UnmovedSubscription,
} from 'shared-api/contracts';
import { answer, errorReply, reply } from 'shared-api/testing';
import { aCard, aCustomer } from './builders';

export interface RecordedCall {
  call: string;
  body: unknown;
  key: string | null;
}

/** Open invoices with their totals, as the server returns them. */
function withTotals(invoices: OpenInvoice[]): OpenInvoices {
  const totals = new Map<string, number>();
  for (const { currency, amount_due: due } of invoices) totals.set(currency, (totals.get(currency) ?? 0) + due);
  return { invoices, totals: [...totals].map(([currency, amount_due]) => ({ currency, amount_due })) };
}

export class CardServer {
  customers: Customer[] = [aCustomer()];
  owners: PracticeOwner[] = [{ user_id: 'u-owner', name: 'Olivia Owner', email: 'owner@bright-smiles.example' }];
  cards = new Map<string, PaymentMethod[]>([['cus_olivia', [aCard()]]]);
  /** Payment methods other than cards, by customer. */
  methods = new Map<string, OtherMethod[]>();
  /** Unpaid invoices of any customer. */
  openInvoices: OpenInvoice[] = [];
  retried: PaymentAttempt[] = [];
  /** Whether the server accepts payments of open invoices and creates customers. */
  payment: PermittedAction = { allowed: true, reason: null };
  creating: PermittedAction = { allowed: true, reason: null };
  /** The response to a payment of open invoices; null pays them. */
  paymentAnswer: AnswerOf<typeof payOpenInvoices> | null = null;
  /** Subscriptions that refuse to move to a new default card. */
  unmovable: UnmovedSubscription[] = [];
  /** Received changes of the default card, in order. */
  defaults: BodyOf<typeof setDefaultPaymentMethod>[] = [];
  /** Received removals of cards, in order. */
  removals: BodyOf<typeof deletePaymentMethod>[] = [];
  /** Other received changes, in order. */
  recordedCalls: RecordedCall[] = [];

  /** The provider's dashboard, for super admins. */
  dashboard: () => string | null = () => null;
  /** The subscription that prevents a card's removal. */
  paidBy: (card: string) => string | undefined = () => undefined;

  private editCards(customer: string, change: (cards: PaymentMethod[]) => PaymentMethod[]): void {
    const cards = change(this.cards.get(customer) ?? []);
    this.cards.set(customer, cards);
    const stored = [...cards, ...(this.methods.get(customer) ?? [])];
    this.customers = this.customers.map((one) =>
      one.id === customer ? { ...one, has_payment_method: stored.some(({ is_default }) => is_default) } : one,
    );
  }

  /** Marks invoices as paid. */
  markPaid(ids: readonly string[]): void {
    this.openInvoices = this.openInvoices.filter(({ invoice_id: id }) => !ids.includes(id));
  }

  cardHandlers(): ReturnType<typeof answer>[] {
    return [
      answer(listCustomers, () =>
        reply(listCustomers, {
          customers: this.customers,
          practice_owners: this.owners,
          dashboard_url: this.dashboard(),
          create: this.creating,
        }),
      ),
      answer(readStripeInfo, () =>
        reply(readStripeInfo, { stripe_publishable_key: 'pk_test_1', stripe_js_url: 'https://pay.example/stripe.js' }),
      ),
      answer(listPaymentMethods, ({ params }) =>
        reply(listPaymentMethods, {
          payment_methods: this.cards.get(params.customer) ?? [],
          other_methods: this.methods.get(params.customer) ?? [],
        }),
      ),
      answer(listOpenInvoices, () => reply(listOpenInvoices, { ...withTotals(this.openInvoices), pay: this.payment })),
      answer(setDefaultPaymentMethod, ({ params, body }) => {
        const moves = body.move_subscriptions ?? [];
        this.defaults.push(body);
        this.methods.set(
          params.customer,
          (this.methods.get(params.customer) ?? []).map((method) => ({
            ...method,
            is_default: method.id === body.payment_method_id,
          })),
        );
        this.editCards(params.customer, (cards) =>
          cards.map((card) => ({
            ...card,
            is_default: card.id === body.payment_method_id,
            ...(card.charged_for && {
              charged_for: card.charged_for.filter(
                ({ subscription_id: id }) =>
                  !moves.includes(id) || this.unmovable.some((one) => one.subscription_id === id),
              ),
            }),
          })),
        );
        const not_moved = this.unmovable.filter(({ subscription_id: id }) => moves.includes(id));
        return reply(setDefaultPaymentMethod, { status: 'success', message: '', not_moved });
      }),
      answer(deletePaymentMethod, ({ params, body }) => {
        const cards = this.cards.get(params.customer) ?? [];
        const pinned = cards.find(({ id }) => id === body.payment_method_id)?.charged_for ?? [];
        const paid = pinned[0]?.name ?? this.paidBy(body.payment_method_id);
        if (paid !== undefined) {
          return errorReply(409, 'card_in_use', `This card pays for ${paid}. Make another card the default first.`);
        }
        this.removals.push(body);
        this.methods.set(
          params.customer,
          (this.methods.get(params.customer) ?? []).filter(({ id }) => id !== body.payment_method_id),
        );
        this.editCards(params.customer, (cards) =>
          cards
            .filter(({ id }) => id !== body.payment_method_id)
            .map((card) => ({
              ...card,
              is_default: card.is_default || card.id === body.new_default_payment_method_id,
            })),
        );
        return reply(deletePaymentMethod, { status: 'success', message: '' });
      }),
      answer(payOpenInvoices, ({ body, idempotencyKey }) => {
        this.recordedCalls.push({ call: 'pay', body, key: idempotencyKey });
        if (this.paymentAnswer) return reply(payOpenInvoices, this.paymentAnswer);
        const paid = this.openInvoices.filter(({ invoice_id: id }) => body.invoice_ids.includes(id));
        this.markPaid(paid.map(({ invoice_id: id }) => id));
        return reply(payOpenInvoices, {
          status: 'success',
          message: '',
          results: paid.map(({ invoice_id, number, amount_due, currency }) => ({
            ...{ invoice_id, number, currency, paid: true, amount: amount_due, problem: null },
          })),
          not_moved: body.use_for_renewals ? this.unmovable : [],
        });
      }),
      answer(createSetupIntent, () => reply(createSetupIntent, { client_secret: 'seti_1_secret_1' })),
      answer(confirmPaymentMethod, ({ params, body, idempotencyKey }) => {
        const is_default = body.make_default;
        const card = aCard({ id: 'pm_added', is_default }, { brand: 'mastercard', last4: '4444' });
        this.recordedCalls.push({ call: 'card', body, key: idempotencyKey });
        this.editCards(params.customer, (cards) => [
          ...cards.map((known) => ({ ...known, is_default: known.is_default && !is_default })),
          card,
        ]);
        return reply(confirmPaymentMethod, {
          status: 'success',
          message: '',
          payment_method: card,
          retried: body.retry_open_invoices ? this.retried : [],
        });
      }),
    ];
  }
}
