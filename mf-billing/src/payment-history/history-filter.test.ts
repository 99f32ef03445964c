import { describe, expect, it } from '@jest/globals';
import { historyParams, noFilter, rangeNameOf, rangeOf, toInvoiceFilter } from './history-filter';

describe('filters in the URL', () => {
  it('reads valid filters and ignores the rest', () => {
    expect(historyParams.parse('?status=open&customer=cus_1&from=2026-01-01&to=2026-02-30')).toEqual({
      status: 'open',
      customer: 'cus_1',
      from: '2026-01-01',
      to: null,
    });
    expect(historyParams.parse('?status=lost&customer=a/b')).toEqual(noFilter);
  });

  it('writes filters next to other parameters', () => {
    const filter = { ...noFilter, customer: 'cus_1', to: '2026-01-31' };
    expect(historyParams.write('?theme=dark&status=paid', filter)).toBe('?theme=dark&customer=cus_1&to=2026-01-31');
    expect(historyParams.write('?status=paid', noFilter)).toBe('');
  });
});

describe('toInvoiceFilter', () => {
  it('omits unset filters', () => {
    expect(toInvoiceFilter(noFilter)).toEqual({});
    expect(toInvoiceFilter({ status: 'paid', customer: 'cus_1', from: '2026-01-01', to: null })).toEqual({
      status: 'paid',
      customer_id: 'cus_1',
      from_date: '2026-01-01',
    });
  });
});

describe('rangeOf', () => {
  it.each([
    ['thisMonth', '2026-11-20', '2026-11-01', '2026-11-30'],
    ['lastMonth', '2026-01-15', '2025-12-01', '2025-12-31'],
    ['lastMonth', '2028-03-31', '2028-02-01', '2028-02-29'],
    ['thisYear', '2026-11-20', '2026-01-01', '2026-12-31'],
    ['lastYear', '2026-11-20', '2025-01-01', '2025-12-31'],
  ] as const)('returns the days of %s on %s', (name, today, from, to) => {
    expect(rangeOf(name, today)).toEqual({ from, to });
    expect(rangeNameOf({ from, to }, today)).toBe(name);
  });

  it('treats other dates as a custom range', () => {
    expect(rangeNameOf({ from: '2026-11-02', to: null }, '2026-11-20')).toBe('custom');
    expect(rangeNameOf(noFilter, '2026-11-20')).toBe('all');
  });
});
