/** The payment history filters as URL parameters (`?status=open&from=2026-01-01`), and the quick date ranges. */
import { daysInMonth, invoiceStatuses } from 'shared-api/contracts';
import { choiceParam, dateParam, type UrlParam, urlParams } from 'shared-ui/remote';
import type { InvoiceFilter } from '../api';

export const rangeNames = ['all', 'thisMonth', 'lastMonth', 'thisYear', 'lastYear'] as const;
export type RangeName = (typeof rangeNames)[number];

/** A status to filter by. */
type InvoiceStatus = (typeof invoiceStatuses)[number];

export interface DateRange {
  /** First day, `YYYY-MM-DD`; null for none. */
  from: string | null;
  /** Last day, inclusive; null for none. */
  to: string | null;
}

export interface HistoryFilter extends DateRange {
  status: InvoiceStatus | '';
  /** Id of a customer; null for all. */
  customer: string | null;
}

const customerParam: UrlParam<string | null> = {
  name: 'customer',
  parse: (text) => (text !== null && /^[A-Za-z0-9_:]{3,120}$/.test(text) ? text : null),
  format: (value) => value,
};

export const historyParams = urlParams<HistoryFilter>({
  status: choiceParam<InvoiceStatus | ''>('status', ['', ...invoiceStatuses], ''),
  customer: customerParam,
  from: dateParam('from'),
  to: dateParam('to'),
});

export const noFilter: HistoryFilter = { status: '', customer: null, from: null, to: null };

/** The number of active filters. */
export const filterCount = (filter: HistoryFilter): number => Object.keys(toInvoiceFilter(filter)).length;

/** True if the last day is before the first, so that no invoice matches. */
export const isReversed = ({ from, to }: DateRange): boolean => from !== null && to !== null && to < from;

/** The filter as query parameters of the API. Unset filters are omitted. */
export function toInvoiceFilter({ status, customer, from, to }: HistoryFilter): InvoiceFilter {
  return {
    ...(status !== '' && { status }),
    ...(customer !== null && { customer_id: customer }),
    ...(from !== null && { from_date: from }),
    ...(to !== null && { to_date: to }),
  };
}

const monthRange = (year: number, month: number): DateRange => {
  const prefix = `${year}-${String(month).padStart(2, '0')}`;
  return { from: `${prefix}-01`, to: `${prefix}-${String(daysInMonth(year, month)).padStart(2, '0')}` };
};

/** The first and last day of a quick range, both inclusive. @param today `YYYY-MM-DD` in the practice's time zone */
export function rangeOf(name: RangeName, today: string): DateRange {
  const year = Number(today.slice(0, 4));
  const month = Number(today.slice(5, 7));
  switch (name) {
    case 'all':
      return { from: null, to: null };
    case 'thisMonth':
      return monthRange(year, month);
    case 'lastMonth':
      return month === 1 ? monthRange(year - 1, 12) : monthRange(year, month - 1);
    case 'thisYear':
      return { from: `${year}-01-01`, to: `${year}-12-31` };
    case 'lastYear':
      return { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` };
  }
}

/** The quick range with exactly these dates; `custom` if there is none. */
export function rangeNameOf({ from, to }: DateRange, today: string): RangeName | 'custom' {
  const isIt = (name: RangeName): boolean => {
    const range = rangeOf(name, today);
    return range.from === from && range.to === to;
  };
  return rangeNames.find(isIt) ?? 'custom';
}
