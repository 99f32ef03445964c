import { productChangeTypes } from 'shared-api/contracts';
import { color, radius, styled } from 'shared-ui';
import { DateRangeInput, isReversed } from 'shared-ui/date-pickers';
import { SelectField } from 'shared-ui/choices';
import { TextField } from 'shared-ui/text-fields';
import { Button, Stack } from 'shared-ui/mui';
import { type FormEvent, type ReactNode, useState } from 'react';
import { historyMessages } from './messages';
import { type HistoryFilters, noFilters } from './history-params';

const messages = historyMessages.filters;

const Form = styled('form')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 180px), 1fr))',
  gap: 12,
  alignItems: 'start',
  padding: '12px 14px 14px',
  border: `1px solid ${color.line}`,
  borderRadius: radius.panel,
  backgroundColor: color.subtle,
  '@media print': { display: 'none' },
});

export interface FilterFormProps {
  filters: HistoryFilters;
  onApply: (filters: HistoryFilters) => void;
}

/** Validation errors of the dates, by field. */
export function filterErrors({ from, to }: HistoryFilters): { from?: string; to?: string } {
  return {
    ...(from === '' && { from: messages.unreadable }),
    ...(to === '' && { to: messages.unreadable }),
  };
}

const isValid = (filters: HistoryFilters): boolean =>
  Object.keys(filterErrors(filters)).length === 0 && !isReversed({ start: filters.from, end: filters.to });

/** The filters of the list. They apply on submit. */
export function FilterForm({ filters, onApply }: FilterFormProps): ReactNode {
  const [typed, setTyped] = useState(filters);
  const now = JSON.stringify(filters);
  const [applied, setApplied] = useState(now);
  const [tried, setTried] = useState(false);
  // Any other filter change, by a link or Back, replaces the typed ones.
  if (applied !== now) {
    setApplied(now);
    setTyped(filters);
  }
  const errors = tried ? filterErrors(typed) : {};
  const set = (change: Partial<HistoryFilters>): void => setTyped({ ...typed, ...change });
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (isValid(typed)) onApply(typed);
  };
  return (
    <Form aria-label={messages.form} noValidate onSubmit={onSubmit}>
      <SelectField
        label={messages.type}
        value={typed.type}
        options={[
          { value: '', label: messages.allTypes },
          ...productChangeTypes.map((type) => ({ value: type, label: historyMessages.types[type] })),
        ]}
        onChange={(event) => set({ type: event.target.value })}
      />
      <DateRangeInput
        startLabel={messages.from}
        endLabel={messages.to}
        value={{ start: typed.from, end: typed.to }}
        errors={{ start: errors.from, end: errors.to }}
        onChange={({ start, end }) => set({ from: start, to: end })}
      />
      <TextField
        label={messages.product}
        value={typed.product}
        onChange={(event) => set({ product: event.target.value })}
        slotProps={{ htmlInput: { maxLength: 200 } }}
      />
      <TextField
        label={messages.feature}
        value={typed.feature}
        onChange={(event) => set({ feature: event.target.value })}
        slotProps={{ htmlInput: { maxLength: 200 } }}
      />
      <Stack direction="row" spacing={2} style={{ gridColumn: '1 / -1' }} sx={{ alignItems: 'flex-end' }}>
        <Button type="submit">{messages.apply}</Button>
        <Button
          variant="text"
          onClick={() => {
            setTried(false);
            setTyped(noFilters);
            onApply(noFilters);
          }}
        >
          {messages.clear}
        </Button>
      </Stack>
    </Form>
  );
}
