import { dayIn, invoiceStatuses } from 'shared-api/contracts';
import { Button, SelectInput, styled } from 'shared-ui';
import { DateInput, UNREADABLE_DATE } from 'shared-ui/date-pickers';
import { usePractice } from 'shared-ui/remote';
import { type ReactNode, useState } from 'react';
import { type InvoiceFilter, useListCustomersQuery } from '../api';
import { customerName } from '../starting/CustomerPicker';
import { type RangeName, rangeNameOf, rangeNames, rangeOf } from './history-filter';
import { messages } from './messages';

const text = messages.filters;

/** The 2 dates share a row wherever both fit. */
const Row = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  alignItems: 'start',
  gap: 12,
  maxWidth: 920,
  '& > :nth-of-type(3)': { gridColumn: 'span 2' },
  '@media (max-width: 359.95px)': { gridTemplateColumns: '1fr', '& > :nth-of-type(3)': { gridColumn: 'auto' } },
  '@media (min-width: 900px)': {
    gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
    '& > :nth-of-type(3)': { gridColumn: 'auto' },
  },
  '@media (min-width: 1400px)': { gridTemplateColumns: 'repeat(5, minmax(0, 1fr))' },
});

export interface HistoryFiltersProps {
  filter: InvoiceFilter;
  onChange: (filter: InvoiceFilter) => void;
}

/** Status, customer and dates of the invoices that are shown. */
export function HistoryFilters({ filter, onChange }: HistoryFiltersProps): ReactNode {
  const { id: practiceId, time_zone } = usePractice();
  const { data } = useListCustomersQuery({ practiceId });
  const today = dayIn(time_zone, new Date());
  const range = rangeNameOf(filter, today);
  const customers = data?.customers ?? [];
  const { status, customer_id: customerId, ...dates } = filter;

  /** Sets some filters; an undefined value takes a filter away. */
  const set = (over: { [Name in keyof InvoiceFilter]?: InvoiceFilter[Name] | undefined }): void => {
    const next = Object.entries({ ...filter, ...over }).filter(([, value]) => value !== undefined);
    onChange(Object.fromEntries(next) as InvoiceFilter);
  };

  return (
    <div role="group" aria-label={text.title} data-screen-only="">
      <Row>
        <SelectInput
          label={text.status}
          value={status ?? ''}
          options={[
            { value: '', label: text.allStatuses },
            ...invoiceStatuses.map((value) => ({ value, label: messages.statuses[value] })),
          ]}
          onChange={(next) => set({ status: next === '' ? undefined : next })}
        />
        <SelectInput
          label={text.customer}
          value={customerId ?? ''}
          options={[
            { value: '', label: text.allCustomers },
            ...customers.map((customer) => ({ value: customer.id, label: customerName(customer) })),
            // The filter of an address stays visible before the customers are known.
            ...(customerId === undefined || customers.some(({ id }) => id === customerId)
              ? []
              : [{ value: customerId, label: customerId }]),
          ]}
          onChange={(next) => set({ customer_id: next === '' ? undefined : next })}
        />
        <SelectInput
          label={text.range}
          value={range}
          options={[
            ...rangeNames.map((value) => ({ value, label: text.ranges[value] })),
            { value: 'custom' as const, label: text.ranges.custom, disabled: range !== 'custom' },
          ]}
          onChange={(next) =>
            set({
              from_date: undefined,
              to_date: undefined,
              ...(next !== 'custom' && rangeOf(next as RangeName, today)),
            })
          }
        />
        <DayFilter label={text.from} value={dates.from_date} onChange={(from_date) => set({ from_date })} />
        <DayFilter
          label={text.to}
          value={dates.to_date}
          error={
            dates.from_date !== undefined && dates.to_date !== undefined && dates.to_date < dates.from_date
              ? text.reversed
              : undefined
          }
          onChange={(to_date) => set({ to_date })}
        />
      </Row>
      {Object.keys(filter).length > 0 && (
        <div style={{ marginTop: 8 }}>
          <Button variant="quiet" onClick={() => onChange({})}>
            {text.reset}
          </Button>
        </div>
      )}
    </div>
  );
}

interface DayFilterProps {
  label: string;
  value: string | undefined;
  error?: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** Applies a date filter once the input is a valid date. */
function DayFilter({ label, value = '', error, onChange }: DayFilterProps): ReactNode {
  const [unreadable, setUnreadable] = useState(false);
  return (
    <DateInput
      label={label}
      value={unreadable ? UNREADABLE_DATE : value === '' ? null : value}
      error={unreadable ? text.notADate : error}
      onChange={(next) => {
        setUnreadable(next === UNREADABLE_DATE);
        if (next !== UNREADABLE_DATE) onChange(next ?? undefined);
      }}
    />
  );
}
