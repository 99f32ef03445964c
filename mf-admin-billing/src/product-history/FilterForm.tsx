import { productChangeTypes } from 'shared-api/contracts';
import { Button, color, radius, SelectInput, Stack, styled, TextInput } from 'shared-ui';
import { DateInput } from 'shared-ui/date-pickers';
import { type FormEvent, type ReactNode, useState } from 'react';
import { historyMessages } from './messages';
import { type Filters, noFilters } from './position';

const words = historyMessages.filters;

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
  filters: Filters;
  onApply: (filters: Filters) => void;
}

/** What is wrong with the dates, by field. */
export function filterErrors({ from, to }: Filters): { from?: string; to?: string } {
  return {
    ...(from === '' && { from: words.unreadable }),
    ...(to === '' ? { to: words.unreadable } : from && to && to < from ? { to: words.order } : {}),
  };
}

/** What the list is narrowed to, applied when the person says so. */
export function FilterForm({ filters, onApply }: FilterFormProps): ReactNode {
  const [typed, setTyped] = useState(filters);
  const now = JSON.stringify(filters);
  const [given, setGiven] = useState(now);
  const [tried, setTried] = useState(false);
  // Filters that change otherwise, by a link or by Back, are the new truth.
  if (given !== now) {
    setGiven(now);
    setTyped(filters);
  }
  const errors = tried ? filterErrors(typed) : {};
  const set = (change: Partial<Filters>): void => setTyped({ ...typed, ...change });
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(filterErrors(typed)).length === 0) onApply(typed);
  };
  return (
    <Form aria-label={words.form} noValidate onSubmit={onSubmit}>
      <SelectInput
        label={words.type}
        value={typed.type}
        options={[
          { value: '', label: words.allTypes },
          ...productChangeTypes.map((type) => ({ value: type, label: historyMessages.types[type] })),
        ]}
        onChange={(type) => set({ type })}
      />
      <DateInput label={words.from} value={typed.from} error={errors.from} onChange={(from) => set({ from })} />
      <DateInput label={words.to} value={typed.to} error={errors.to} onChange={(to) => set({ to })} />
      <TextInput label={words.product} value={typed.product} maxLength={200} onChange={(product) => set({ product })} />
      <TextInput label={words.feature} value={typed.feature} maxLength={200} onChange={(feature) => set({ feature })} />
      <Stack direction="row" gap={2} align="flex-end" style={{ gridColumn: '1 / -1' }}>
        <Button type="submit">{words.apply}</Button>
        <Button
          variant="quiet"
          onClick={() => {
            setTried(false);
            setTyped(noFilters);
            onApply(noFilters);
          }}
        >
          {words.clear}
        </Button>
      </Stack>
    </Form>
  );
}
