import { type Dispatch, memo, type ReactNode } from 'react';
import { Panel, styled } from 'shared-ui';
import { Stack, Typography } from 'shared-ui/mui';
import { DateInput } from 'shared-ui/date-pickers';
import { type FeatureDate, featureDates, type FeatureValues } from 'shared-api/contracts';
import type { Action } from '../features-editing/draft';
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
  dispatch: Dispatch<Action>;
}

interface PracticeDateProps extends Pick<PracticeDatesProps, 'disabled' | 'dispatch'> {
  field: FeatureDate;
  value: string | null;
  base: string | null;
}

/** Renders only when it changes: a date field is made of many elements. */
const PracticeDate = memo(function PracticeDate(props: PracticeDateProps): ReactNode {
  const { field, value, base, disabled, dispatch } = props;
  const set = (date: string | null): void => dispatch({ type: 'edit', values: { [field]: date } });
  return (
    <DateInput
      name={field}
      label={editingMessages.fields[field]}
      value={value}
      disabled={disabled}
      modified={value !== base}
      onReset={() => set(base)}
      error={value === '' ? messages.dates.unreadable : undefined}
      onChange={set}
    />
  );
});

/** The three dates, each with its clear button. */
export function PracticeDates({ values, base, disabled, dispatch }: PracticeDatesProps): ReactNode {
  return (
    <Panel title={messages.dates.title}>
      <Stack spacing={4}>
        <Dates>
          {featureDates.map((field) => (
            <PracticeDate key={field} {...{ field, disabled, dispatch }} value={values[field]} base={base[field]} />
          ))}
        </Dates>
        <Typography variant="body2" color="textTertiary">
          {messages.dates.note}
        </Typography>
      </Stack>
    </Panel>
  );
}
