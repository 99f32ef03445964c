/** The filters of the history, and their place in the address: `?status=open&from=2026-01-01`. */
import { daysInMonth, invoiceStatuses, isDate } from 'shared-api/contracts';
import type { InvoiceFilter } from '../api';

export const rangeNames = ['all', 'thisMonth', 'lastMonth', 'thisYear', 'lastYear'] as const;
export type RangeName = (typeof rangeNames)[number];

/** The names of the filters in the address. */
const keys = { status: 'status', customer_id: 'customer', from_date: 'from', to_date: 'to' } as const;

/** The filter in the address; invalid values are ignored. */
export function filterFromSearch(search: string): InvoiceFilter {
  const query = new URLSearchParams(search);
  const status = invoiceStatuses.find((known) => known === query.get(keys.status));
  const customer = query.get(keys.customer_id);
  const from = query.get(keys.from_date);
  const to = query.get(keys.to_date);
  return {
    ...(status && { status }),
    ...(customer !== null && /^[A-Za-z0-9_:]{3,120}$/.test(customer) && { customer_id: customer }),
    ...(from !== null && isDate(from) && { from_date: from }),
    ...(to !== null && isDate(to) && { to_date: to }),
  };
}

/** The search part of an address with the filters in it; other parameters stay. */
export function searchWithFilter(search: string, filter: InvoiceFilter): string {
  const query = new URLSearchParams(search);
  for (const [name, key] of Object.entries(keys)) {
    const value = filter[name as keyof InvoiceFilter];
    if (value === undefined) query.delete(key);
    else query.set(key, value);
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

type DateRange = Pick<InvoiceFilter, 'from_date' | 'to_date'>;

const monthRange = (year: number, month: number): DateRange => {
  const prefix = `${year}-${String(month).padStart(2, '0')}`;
  return { from_date: `${prefix}-01`, to_date: `${prefix}-${String(daysInMonth(year, month)).padStart(2, '0')}` };
};

/** The days of a quick range, both inclusive. @param today `YYYY-MM-DD` in the practice's time zone */
export function rangeOf(name: RangeName, today: string): DateRange {
  const year = Number(today.slice(0, 4));
  const month = Number(today.slice(5, 7));
  switch (name) {
    case 'all':
      return {};
    case 'thisMonth':
      return monthRange(year, month);
    case 'lastMonth':
      return month === 1 ? monthRange(year - 1, 12) : monthRange(year, month - 1);
    case 'thisYear':
      return { from_date: `${year}-01-01`, to_date: `${year}-12-31` };
    case 'lastYear':
      return { from_date: `${year - 1}-01-01`, to_date: `${year - 1}-12-31` };
  }
}

/** The quick range that a filter is; `custom` for all others. */
export function rangeNameOf({ from_date: from, to_date: to }: DateRange, today: string): RangeName | 'custom' {
  const isIt = (name: RangeName): boolean => {
    const range = rangeOf(name, today);
    return range.from_date === from && range.to_date === to;
  };
  return rangeNames.find(isIt) ?? 'custom';
}
