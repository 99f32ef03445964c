import type { ReactNode } from 'react';
import { Panel, styled } from 'shared-ui';
import { Stack, Typography } from 'shared-ui/mui';
import { DateInput } from 'shared-ui/date-pickers';
import { type FeatureDate, featureDates, type FeatureValues } from 'shared-api/contracts';
import { editingMessages } from '../features-editing/messages';
import { featuresMessages as messages } from './messages';

/** One column next to the features, and a row below them. */
const Dates = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(200px, 1fr))',
  gap: 16,
});

export interface PracticeDatesProps {
  values: FeatureValues;
  base: FeatureValues;
  disabled: boolean;
  onChange: (field: FeatureDate, date: string | null) => void;
}

/** The three dates, each with its clear button. */
export function PracticeDates({ values, base, disabled, onChange }: PracticeDatesProps): ReactNode {
  return (
    <Panel title={messages.dates.title}>
      <Stack spacing={4}>
        <Dates>
          {featureDates.map((field) => (
            <DateInput
              key={field}
              name={field}
              label={editingMessages.fields[field]}
              value={values[field]}
              disabled={disabled}
              modified={values[field] !== base[field]}
              onReset={() => onChange(field, base[field])}
              error={values[field] === '' ? messages.dates.unreadable : undefined}
              onChange={(date) => onChange(field, date)}
            />
          ))}
        </Dates>
        <Typography variant="body2" color="textTertiary">
          {messages.dates.note}
        </Typography>
      </Stack>
    </Panel>
  );
}
