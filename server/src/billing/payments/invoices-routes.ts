import type { FastifyInstance } from 'fastify';
import * as contracts from 'shared-api/contracts';
import { addRoute } from '../../platform/http/contract-route.js';
import type { PaymentsContext } from '../context.js';
import { paymentsOf } from '../stripe/stripe-on-context.js';
import { readOpenInvoices } from './charge-invoices.js';
import { handleBrowserChange, changeOf, dashboardFor, reach } from './customer-calls.js';
import { exportInvoices } from './invoice-export.js';
import { resolveInvoiceFilter } from './invoice-filter.js';
import { readInvoiceTotals, readInvoices } from './invoices-service.js';
import { payOpenInvoices } from './pay-invoices.js';

export function invoicesRoutes(app: FastifyInstance, context: PaymentsContext): void {
  const { db, now } = context;

  addRoute(app, contracts.listOpenInvoices, async ({ params, request }) => {
    const { id } = await reach(context, request, params.customer);
    return readOpenInvoices(db, paymentsOf(context), id, now());
  });

  addRoute(app, contracts.payOpenInvoices, async ({ params, body, request }) => {
    const { customer, caller } = await changeOf(context, request, params.customer);
    const toPay = {
      invoiceIds: body.invoice_ids,
      cardId: body.payment_method_id,
      expectedDue: body.expected_due,
      usesForRenewals: body.use_for_renewals ?? false,
    };
    const { stripe } = paymentsOf(context);
    return handleBrowserChange(context, customer, payOpenInvoices({ db, stripe }, customer, toPay, caller));
  });

  addRoute(app, contracts.listInvoices, async ({ query, request }) => {
    const filter = await resolveInvoiceFilter(db, query.practice_id, query);
    const page = await readInvoices(db, paymentsOf(context), filter, query.starting_after || undefined, now());
    return { ...page, dashboard_url: dashboardFor(context, request) };
  });

  addRoute(app, contracts.readInvoiceTotals, async ({ query }) => {
    const filter = await resolveInvoiceFilter(db, query.practice_id, query);
    return readInvoiceTotals(db, paymentsOf(context), filter, now());
  });

  addRoute(app, contracts.exportInvoices, async ({ query, reply }) => {
    const filter = await resolveInvoiceFilter(db, query.practice_id, query);
    const { name, type, content } = await exportInvoices(db, paymentsOf(context), filter, query.format, now());
    void reply.type(type).header('content-disposition', `attachment; filename="${name}"`);
    return content;
  });
}
