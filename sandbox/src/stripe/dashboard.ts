/** A replacement for Stripe's dashboard: one page per object, at the dashboard's paths. */
import type { FastifyInstance } from 'fastify';
import type Stripe from 'stripe';
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
import { subscriptionOf } from './invoices.js';
import { fullLines, periodOf, priceOf, productName, recurringOf } from './items.js';
import { amountOf } from './pricing.js';
import { type Store, type StoredPrice, idOf } from './store.js';

const ROOT = '/stripe/dashboard';

type Section = 'customers' | 'subscriptions' | 'subscription_schedules' | 'prices' | 'invoices';

const link = (section: Section, id: string, text: string): Markup =>
  html`<a href="${ROOT}/${section}/${id}">${text}</a>`;

const facts = (entries: readonly (readonly [label: string, value: string | Markup | null])[]): Markup =>
  html`<dl>
    ${entries.flatMap(([label, value]) =>
      value === null
        ? []
        : [
            html`<dt>${label}</dt>
              <dd>${value}</dd>`,
          ],
    )}
  </dl>`;

const status = (text: string): Markup => html`<span class="status">${text}</span>`;

/** Rows below a heading, or a sentence if there are none. */
function table(heading: string, columns: readonly string[], rows: readonly Markup[], empty: string): Markup {
  if (rows.length === 0)
    return html`<h2>${heading}</h2>
      <p class="note">${empty}</p>`;
  return html`<h2>${heading}</h2>
    <table>
      <thead>
        <tr>
          ${columns.map((column) => (column === 'Amount' ? html`<th class="amount">${column}</th>` : html`<th>${column}</th>`))}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>`;
}

const subscriptionStatuses: Readonly<Record<string, string>> = {
  active: 'Active',
  canceled: 'Canceled',
  incomplete: 'Incomplete',
  incomplete_expired: 'Expired before the first payment',
  past_due: 'Past due',
  paused: 'Paused',
  trialing: 'Trialing',
  unpaid: 'Unpaid',
};
const scheduleStatuses: Readonly<Record<string, string>> = {
  active: 'Active',
  canceled: 'Canceled',
  completed: 'Completed',
  not_started: 'Not started',
  released: 'Released',
};

function priceText(store: Store, price: StoredPrice, quantity = 1): string {
  const amount = formatMoney(amountOf(price, quantity), price.currency);
  const name = `${quantity === 1 ? '' : `${quantity} × `}${productName(store, price)}`;
  if (!price.recurring) return `${name}, ${amount}`;
  const { interval, interval_count: count } = recurringOf(price);
  return `${name}, ${amount} per ${count === 1 ? interval : `${count} ${interval}s`}`;
}

function subscriptionName(store: Store, subscription: Stripe.Subscription): string {
  return subscription.items.data.map((item) => productName(store, priceOf(item))).join(', ');
}

const customerName = (customer: Stripe.Customer): string => customer.name ?? customer.email ?? 'Unnamed customer';

function customerLink(store: Store, reference: string | { id: string } | null): string | Markup | null {
  const customer = store.table('customer').find(idOf(reference));
  return customer ? link('customers', customer.id, customerName(customer)) : idOf(reference) && 'Deleted customer';
}

function zoneOf(store: Store, reference: string | { id: string } | null): string {
  return timeZoneOf(store.table('customer').find(idOf(reference)));
}

const cardText = ({ card }: Stripe.PaymentMethod): string =>
  card
    ? `${formatBrand(card.brand)} ending in ${card.last4}, expires ${String(card.exp_month).padStart(2, '0')}/${card.exp_year}`
    : 'Card';

/** Text of a balance. A negative balance is the customer's credit. */
function balanceText(cents: number, currency: string): string {
  if (cents === 0) return formatMoney(0, currency);
  return cents < 0
    ? `${formatMoney(-cents, currency)} credit`
    : `${formatMoney(cents, currency)} owed on the next invoice`;
}

function metadataText(metadata: Readonly<Record<string, string>> | null): string | null {
  const entries = Object.entries(metadata ?? {}).map(([key, value]) => `${key}: ${value}`);
  return entries.length === 0 ? null : entries.join(', ');
}

function invoiceRows(store: Store, invoices: readonly Stripe.Invoice[]): Markup[] {
  return invoices.map(
    (invoice) =>
      html`<tr>
        <td>${link('invoices', invoice.id, invoice.number ?? 'Draft')}</td>
        <td>${formatDay(invoice.created, zoneOf(store, invoice.customer))}</td>
        <td>${status(invoiceStatusText(invoice))}</td>
        <td class="amount">${formatMoney(invoice.total, invoice.currency)}</td>
      </tr>`,
  );
}

const invoiceColumns = ['Invoice', 'Date', 'Status', 'Amount'];

function scheduleRows(schedules: readonly Stripe.SubscriptionSchedule[], zone: string): Markup[] {
  return schedules.map((schedule) => {
    const [first] = schedule.phases;
    const starts = first ? formatDay(first.start_date, zone) : '';
    return html`<tr>
      <td>${link('subscription_schedules', schedule.id, `Schedule from ${starts}`)}</td>
      <td>${status(scheduleStatuses[schedule.status] ?? 'Active')}</td>
    </tr>`;
  });
}

function subscriptionRows(store: Store, subscriptions: readonly Stripe.Subscription[]): Markup[] {
  return subscriptions.map((subscription) => {
    const total = fullLines(store, subscription.items.data).reduce((sum, { amount }) => sum + amount, 0);
    return html`<tr>
      <td>${link('subscriptions', subscription.id, subscriptionName(store, subscription))}</td>
      <td>${status(subscriptionStatuses[subscription.status] ?? 'Active')}</td>
      <td class="amount">${formatMoney(total, subscription.currency)}</td>
    </tr>`;
  });
}

function customerPage(store: Store, id: string): string | undefined {
  const customer = store.table('customer').find(id);
  if (!customer) return undefined;
  const zone = timeZoneOf(customer);
  const isOwn = ({ customer: owner }: { customer: string | { id: string } | null }): boolean => idOf(owner) === id;
  const defaultCard = idOf(customer.invoice_settings.default_payment_method);
  const cards = store.table('payment_method').all().filter(isOwn);
  const subscriptions = store.table('subscription').all().filter(isOwn);
  const schedules = store.table('subscription_schedule').all().filter(isOwn);
  const invoices = store.table('invoice').all().filter(isOwn);
  const currency = customer.currency ?? invoices[0]?.currency ?? 'usd';
  const cardRows = cards.map(
    (card) =>
      html`<tr>
        <td>${cardText(card)}</td>
        <td>${card.id === defaultCard ? status('Default') : ''}</td>
      </tr>`,
  );
  return page(
    customerName(customer),
    html`<h1>${customerName(customer)}</h1>
      <p class="note">Customer ${customer.id}</p>
      ${facts([
        ['Email', customer.email],
        ['Phone', customer.phone ?? null],
        ['Since', formatDay(customer.created, zone)],
        ['Balance', balanceText(customer.balance, currency)],
        ['Metadata', metadataText(customer.metadata)],
      ])}
      ${table('Cards', ['Card', 'Use'], cardRows, 'This customer has no card.')}
      ${table('Subscriptions', ['Subscription', 'Status', 'Amount'], subscriptionRows(store, subscriptions), 'This customer has no subscription.')}
      ${table('Schedules', ['Schedule', 'Status'], scheduleRows(schedules, zone), 'This customer has no schedule.')}
      ${table('Invoices', invoiceColumns, invoiceRows(store, invoices), 'This customer has no invoice.')}`,
  );
}

function subscriptionPage(store: Store, id: string): string | undefined {
  const subscription = store.table('subscription').find(id);
  if (!subscription) return undefined;
  const zone = zoneOf(store, subscription.customer);
  const name = subscriptionName(store, subscription);
  const { start, end } = periodOf(subscription);
  const schedule = idOf(subscription.schedule);
  const card = store.table('payment_method').find(idOf(subscription.default_payment_method));
  const pending = subscription.pending_update;
  const items = subscription.items.data.map((item) => {
    const price = priceOf(item);
    const quantity = item.quantity ?? 1;
    return html`<tr>
      <td>
        ${link('prices', price.id, productName(store, price))}<br /><span class="note"
          >${metadataText(item.metadata) ?? ''}</span
        >
      </td>
      <td>${quantity}</td>
      <td class="amount">${formatMoney(amountOf(price, quantity), price.currency)}</td>
    </tr>`;
  });
  const invoices = store
    .table('invoice')
    .all()
    .filter((invoice) => subscriptionOf(invoice) === id);
  return page(
    name,
    html`<h1>${name}</h1>
      <p>${status(subscriptionStatuses[subscription.status] ?? 'Active')}</p>
      <p class="note">Subscription ${subscription.id}</p>
      ${facts([
        ['Customer', customerLink(store, subscription.customer)],
        ['Started', formatDay(subscription.start_date, zone)],
        ['Current period', `${formatDay(start, zone)} to ${formatDay(end, zone)}`],
        [
          'Trial ends',
          subscription.status === 'trialing' && subscription.trial_end ? formatDay(subscription.trial_end, zone) : null,
        ],
        [
          'Cancels',
          subscription.cancel_at && subscription.status !== 'canceled' ? formatDay(subscription.cancel_at, zone) : null,
        ],
        ['Ended', subscription.ended_at ? formatDay(subscription.ended_at, zone) : null],
        ['Card', card ? cardText(card) : "The customer's default card"],
        ['Schedule', schedule === null ? null : link('subscription_schedules', schedule, 'Planned changes')],
        ['Change awaiting payment', pending ? `Until ${formatDay(pending.expires_at, zone)}` : null],
        ['Metadata', metadataText(subscription.metadata)],
      ])}
      ${table('Items', ['Item', 'Quantity', 'Amount'], items, 'This subscription has no item.')}
      ${table('Invoices', invoiceColumns, invoiceRows(store, invoices), 'This subscription has no invoice.')}`,
  );
}

function schedulePage(store: Store, id: string): string | undefined {
  const schedule = store.table('subscription_schedule').find(id);
  if (!schedule) return undefined;
  const zone = zoneOf(store, schedule.customer);
  const subscription = idOf(schedule.subscription) ?? schedule.released_subscription;
  const phases = schedule.phases.map((phase) => {
    const items = phase.items.flatMap((item) => {
      const price = store.table('price').find(idOf(item.price));
      return price ? [html`<div>${link('prices', price.id, priceText(store, price, item.quantity ?? 1))}</div>`] : [];
    });
    const isCurrent = phase.start_date === schedule.current_phase?.start_date;
    return html`<tr>
      <td>
        ${formatDay(phase.start_date, zone)} to ${formatDay(phase.end_date, zone)} ${isCurrent ? status('Current') : ''}
      </td>
      <td>${items}</td>
    </tr>`;
  });
  return page(
    'Subscription schedule',
    html`<h1>Subscription schedule</h1>
      <p>${status(scheduleStatuses[schedule.status] ?? 'Active')}</p>
      <p class="note">Schedule ${schedule.id}</p>
      ${facts([
        ['Customer', customerLink(store, schedule.customer)],
        ['Subscription', subscription === null ? 'Not started' : link('subscriptions', subscription, 'Subscription')],
        [
          'Afterwards',
          schedule.end_behavior === 'cancel' ? 'Cancels the subscription' : 'Leaves the subscription as it is',
        ],
        ['Metadata', metadataText(schedule.metadata)],
      ])}
      ${table('Phases', ['Time', 'Items'], phases, 'This schedule has no phase.')}`,
  );
}

function pricePage(store: Store, id: string): string | undefined {
  const price = store.table('price').find(id);
  if (!price) return undefined;
  const name = productName(store, price);
  const subscriptions = store
    .table('subscription')
    .all()
    .filter((one) => one.status !== 'canceled' && one.items.data.some((item) => priceOf(item).id === id));
  return page(
    name,
    html`<h1>${name}</h1>
      <p>${status(price.active ? 'Active' : 'Archived')}</p>
      <p class="note">Price ${price.id}</p>
      ${facts([
        ['Amount', priceText(store, price)],
        ['Nickname', price.nickname],
        ['Lookup key', price.lookup_key],
        ['Product', price.product],
        ['Metadata', metadataText(price.metadata)],
      ])}
      ${table('Subscriptions', ['Subscription', 'Status', 'Amount'], subscriptionRows(store, subscriptions), 'No subscription has this price.')}`,
  );
}

function invoicePage(store: Store, id: string): string | undefined {
  const invoice = store.table('invoice').find(id);
  if (!invoice) return undefined;
  const zone = zoneOf(store, invoice.customer);
  const title = `Invoice ${invoice.number ?? '(draft)'}`;
  const subscription = store.table('subscription').find(subscriptionOf(invoice));
  const money = (cents: number): string => formatMoney(cents, invoice.currency);
  const paidAt = invoice.status_transitions.paid_at;
  const lines = invoice.lines.data.map(
    (line) =>
      html`<tr>
        <td>${line.description}</td>
        <td>${formatDay(line.period.start, zone)} to ${formatDay(line.period.end, zone)}</td>
        <td class="amount">${money(line.amount)}</td>
      </tr>`,
  );
  return page(
    title,
    html`<h1>${title}</h1>
      <p>${status(invoiceStatusText(invoice))}</p>
      <p class="note">Invoice ${invoice.id}</p>
      ${facts([
        ['Customer', customerLink(store, invoice.customer)],
        [
          'Subscription',
          subscription ? link('subscriptions', subscription.id, subscriptionName(store, subscription)) : null,
        ],
        ['Created', formatDay(invoice.created, zone)],
        ['Paid', paidAt === null ? null : formatDay(paidAt, zone)],
        ['Next attempt', invoice.next_payment_attempt === null ? null : formatDay(invoice.next_payment_attempt, zone)],
        ['Total', money(invoice.total)],
        ['Amount due', money(invoice.amount_due)],
        ['Amount paid', money(invoice.amount_paid)],
        ['Amount remaining', money(invoice.amount_remaining)],
        [
          'Hosted page',
          invoice.status === 'draft'
            ? null
            : html`<a href="/stripe/invoices/${invoice.id}">Open the page to pay it</a>`,
        ],
      ])}
      ${table('Lines', ['Description', 'Period', 'Amount'], lines, 'This invoice has no line.')}`,
  );
}

const MAX_CUSTOMERS = 100;

function homePage(store: Store): string {
  const customers = store.table('customer').all().slice(0, MAX_CUSTOMERS);
  const rows = customers.map(
    (customer) =>
      html`<tr>
        <td>${link('customers', customer.id, customerName(customer))}</td>
        <td>${customer.email}</td>
      </tr>`,
  );
  return page(
    'Dashboard',
    html`<h1>Dashboard</h1>
      ${table(`The ${MAX_CUSTOMERS} newest customers`, ['Customer', 'Email'], rows, 'There is no customer yet.')}`,
  );
}

const pages: readonly [section: Section, noun: string, render: (store: Store, id: string) => string | undefined][] = [
  ['customers', 'Customer', customerPage],
  ['subscriptions', 'Subscription', subscriptionPage],
  ['subscription_schedules', 'Subscription schedule', schedulePage],
  ['prices', 'Price', pricePage],
  ['invoices', 'Invoice', invoicePage],
];

export function dashboardRoutes(app: FastifyInstance, store: Store): void {
  for (const url of [ROOT, `${ROOT}/`]) {
    app.get(url, (_request, reply) => reply.type(HTML_TYPE).send(homePage(store)));
  }
  for (const [section, noun, render] of pages) {
    app.get<{ Params: { id: string } }>(`${ROOT}/${section}/:id`, ({ params }, reply) => {
      const body = render(store, params.id);
      return reply
        .code(body === undefined ? 404 : 200)
        .type(HTML_TYPE)
        .send(body ?? notFoundPage(noun, params.id));
    });
  }
  app.get(`${ROOT}/*`, ({ url }, reply) =>
    reply
      .code(404)
      .type(HTML_TYPE)
      .send(notFoundPage('Page', url.slice(ROOT.length + 1))),
  );
}
