import { describe, expect, it } from '@jest/globals';
import type { Invoice } from 'shared-api/contracts';
import { anInvoice, upcomingCharges, anOverdue } from '../testing/builders';
import { invoiceColumns, rowHeightOf } from './columns';

/** The table's width at 1440 px, between both sidebars. */
const ROOM = 908;

const paidByCredit = anInvoice({ from_credit: 15_000 });
const credited = anInvoice({ credited: 1_000 });
const refunded = anInvoice({ refunded: 1_000 });
const { debts } = upcomingCharges({ overdue: [anOverdue()] });
const open = anInvoice({ invoice_id: 'in_open', status: 'open', customer_id: debts[0]?.customer.id ?? '' });

describe('invoiceColumns', () => {
  it.each<[string, Invoice[]]>([
    ['paid in full', [anInvoice()]],
    ['paid by credit', [paidByCredit]],
    ['that were credited', [credited]],
    ['that were credited or refunded', [credited, refunded]],
    ['with a button that pays', [open]],
    ['that were refunded, with a button that pays', [refunded, open]],
  ])('keeps the actions in view at 1440 px for invoices %s', (_what, invoices) => {
    for (const dashboard of [null, 'https://dashboard.example']) {
      for (const collecting of [new Set<string>(), new Set(['in_1'])]) {
        const widths = invoiceColumns('UTC', dashboard, invoices, collecting, debts).map(({ width, minWidth }) =>
          typeof width === 'number' ? width : (minWidth ?? 0),
        );
        expect(widths.reduce((sum, width) => sum + width)).toBeLessThanOrEqual(ROOM);
      }
    }
  });
});

describe('rowHeightOf', () => {
  const row = { hasPay: false, hasDashboard: false, isTouch: false };

  it.each<[string, Invoice[], Partial<typeof row>, number]>([
    ['of two lines', [anInvoice()], { hasPay: true, hasDashboard: true }, 52],
    ['with a button below its badge', [refunded], { hasPay: true }, 68],
    ['with a tall link below its number', [anInvoice()], { hasDashboard: true, isTouch: true }, 68],
    ['with links that are tall and stacked', [refunded], { isTouch: true }, 88],
    ['with the parts of an amount', [paidByCredit], {}, 88],
  ])('leaves space for a row %s', (_what, invoices, over, height) => {
    expect(rowHeightOf(invoices, { ...row, ...over })).toBe(height);
  });
});
