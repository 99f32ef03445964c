import { type Customer, dayIn, invoiceStatuses } from 'shared-api/contracts';
import { commonMessages, FilterIcon, styled } from 'shared-ui';
import { type DateRange, DateRangeInput, UNREADABLE_DATE } from 'shared-ui/date-pickers';
import { SelectField } from 'shared-ui/choices';
import { Button } from 'shared-ui/mui';
import { type ChangeUrlParams, usePractice } from 'shared-ui/remote';
import { type ReactNode, useId, useState } from 'react';
import { useCustomers } from '../customers/use-customers';
import { customerName } from '../starting/CustomerPicker';
import { filterCount, type HistoryFilter, noFilter, rangeNameOf, rangeNames, rangeOf } from './history-filter';
import { messages } from './messages';

const text = messages.filters;

/** The two dates of a custom range share a row if both fit. */
const Row = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  alignItems: 'start',
  gap: 12,
  width: '100%',
  maxWidth: 920,
  '& > :nth-of-type(3)': { gridColumn: 'span 2' },
  '@media (max-width: 359.95px)': { gridTemplateColumns: '1fr', '& > :nth-of-type(3)': { gridColumn: 'auto' } },
  '@media (min-width: 900px)': {
    gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
    '& > :nth-of-type(3)': { gridColumn: 'auto' },
  },
  '@media (min-width: 1400px)': { gridTemplateColumns: 'repeat(5, minmax(0, 1fr))' },
});

const names = new Intl.Collator('en-US', { numeric: true });
const byName = (left: Customer, right: Customer): number => names.compare(customerName(left), customerName(right));

export interface HistoryFiltersProps {
  filter: HistoryFilter;
  onChange: ChangeUrlParams<HistoryFilter>;
  /** True on screens where the filters are behind a button, so that the list starts on the first screen. */
  isFolded: boolean;
  /** Content next to that button. */
  actions?: ReactNode;
}

const Bar = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: 8,
});

/** Filters invoices by status, customer and date. */
export function HistoryFilters({ filter, onChange, isFolded, actions }: HistoryFiltersProps): ReactNode {
  const { time_zone } = usePractice();
  const [open, setOpen] = useState(false);
  const id = useId();
  const today = dayIn(time_zone, new Date());
  const named = rangeNameOf(filter, today);
  const [isCustom, setIsCustom] = useState(false);
  const range = isCustom ? 'custom' : named;
  const { status, customer, from, to } = filter;

  const fields = (
    <>
      <Row>
        <SelectField
          label={text.status}
          value={status}
          options={[
            { value: '', label: text.allStatuses },
            ...invoiceStatuses.map((value) => ({ value, label: messages.statuses[value] })),
          ]}
          onChange={(event) => onChange({ status: event.target.value })}
        />
        <CustomerFilter customer={customer} onChange={onChange} />
        <SelectField
          label={text.range}
          value={range}
          options={[
            ...rangeNames.map((value) => ({ value, label: text.ranges[value] })),
            { value: 'custom' as const, label: text.ranges.custom },
          ]}
          onChange={({ target: { value: next } }) => {
            setIsCustom(next === 'custom');
            if (next !== 'custom') onChange(rangeOf(next, today));
          }}
        />
        {range === 'custom' && <DayFilters {...{ from, to, onChange }} />}
      </Row>
      {filterCount(filter) > 0 && (
        <div style={{ marginTop: 8 }}>
          <Button
            variant="text"
            onClick={() => {
              setIsCustom(false);
              onChange(noFilter);
            }}
          >
            {text.reset}
          </Button>
        </div>
      )}
    </>
  );
  return (
    <div role="group" aria-label={text.title} data-screen-only="">
      {isFolded ? (
        <>
          <Bar>
            <Button
              startIcon={<FilterIcon size={14} />}
              aria-expanded={open}
              aria-controls={open ? id : undefined}
              onClick={() => setOpen(!open)}
            >
              {commonMessages.filters(filterCount(filter))}
            </Button>
            {actions}
          </Bar>
          {open && (
            <div id={id} style={{ marginTop: 12 }}>
              {fields}
            </div>
          )}
        </>
      ) : (
        fields
      )}
    </div>
  );
}

interface CustomerFilterProps {
  customer: string | null;
  onChange: ChangeUrlParams<HistoryFilter>;
}

function CustomerFilter({ customer, onChange }: CustomerFilterProps): ReactNode {
  const { data } = useCustomers();
  const customers = [...(data?.customers ?? [])].sort(byName);
  return (
    <SelectField
      label={text.customer}
      value={customer ?? ''}
      options={[
        { value: '', label: text.allCustomers },
        ...customers.map((known) => ({ value: known.id, label: customerName(known) })),
        // Lists a customer from the URL by its id if it isn't in the list, e.g. before the list loads.
        ...(customer === null || customers.some(({ id }) => id === customer)
          ? []
          : [{ value: customer, label: customer }]),
      ]}
      onChange={({ target: { value: next } }) => onChange({ customer: next === '' ? null : next })}
    />
  );
}

interface DayFiltersProps {
  from: string | null;
  to: string | null;
  onChange: ChangeUrlParams<HistoryFilter>;
}

/** Applies each date once it is valid. */
function DayFilters({ from, to, onChange }: DayFiltersProps): ReactNode {
  const [unreadable, setUnreadable] = useState({ start: false, end: false });
  const value: DateRange = {
    start: unreadable.start ? UNREADABLE_DATE : from,
    end: unreadable.end ? UNREADABLE_DATE : to,
  };
  return (
    <DateRangeInput
      startLabel={text.from}
      endLabel={text.to}
      value={value}
      errors={{
        start: unreadable.start ? text.notADate : undefined,
        end: unreadable.end ? text.notADate : undefined,
      }}
      onChange={(range, changed) => {
        const date = range[changed];
        setUnreadable({ ...unreadable, [changed]: date === UNREADABLE_DATE });
        if (date === UNREADABLE_DATE) return;
        if (changed === 'start') onChange({ from: date }, { replace: from !== null });
        else onChange({ to: date }, { replace: to !== null });
      }}
    />
  );
}
