import type { ReactNode } from 'react';
import { Panel, Stack, Text } from 'shared-ui';
import { DateInput } from 'shared-ui/date-pickers';
import { type DateField, dateFields, type Values } from './draft';
import { featuresMessages as words } from './messages';

export interface PracticeDatesProps {
  values: Values;
  base: Values;
  disabled: boolean;
  onChange: (field: DateField, date: string | null) => void;
}

/** The three dates, each with its clear button. */
export function PracticeDates({ values, base, disabled, onChange }: PracticeDatesProps): ReactNode {
  return (
    <Panel title={words.dates.title}>
      <Stack gap={4}>
        {dateFields.map((field) => (
          <DateInput
            key={field}
            name={field}
            label={words.fields[field]}
            value={values[field]}
            disabled={disabled}
            modified={values[field] !== base[field]}
            onReset={() => onChange(field, base[field])}
            error={values[field] === '' ? words.dates.unreadable : undefined}
            onChange={(date) => onChange(field, date)}
          />
        ))}
        <Text variant="secondary" tone="third">
          {words.dates.note}
        </Text>
      </Stack>
    </Panel>
  );
}
