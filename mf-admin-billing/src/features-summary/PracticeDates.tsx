import { type Dispatch, memo, type ReactNode, useId, useState } from 'react';
import {
  ChevronDownIcon,
  ChevronRightIcon,
  FactLine,
  formatDate,
  Panel,
  phone,
  phoneQuery,
  styled,
  useMedia,
} from 'shared-ui';
import { IconButton, Stack, Typography } from 'shared-ui/mui';
import { DateInput } from 'shared-ui/date-pickers';
import { type FeatureDate, featureDates, type FeatureValues } from 'shared-api/contracts';
import type { Action } from '../features-editing/draft';
import { editingMessages } from '../features-editing/messages';
import { featuresMessages as messages } from './messages';

/** One column next to the features, or a row below them. */
const Dates = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(200px, 1fr))',
  gap: 16,
  [phone]: { gridTemplateColumns: 'repeat(auto-fit, minmax(144px, 1fr))', gap: 12 },
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

/** Memoized, because a date field has many elements. */
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

/** The three dates, each with a clear button. On a phone, a line summarizes them, and a button opens the fields. */
export function PracticeDates({ values, base, disabled, dispatch }: PracticeDatesProps): ReactNode {
  const isPhone = useMedia(phoneQuery);
  const [expanded, setExpanded] = useState(false);
  const id = useId();
  const isChanged = featureDates.some((field) => values[field] !== base[field]);
  const isFolded = isPhone && !expanded && !isChanged;
  const facts = featureDates.flatMap((field) => {
    const date = values[field];
    return date ? [`${editingMessages.fields[field]} ${formatDate(date)}`] : [];
  });
  return (
    <Panel
      title={messages.dates.title}
      flush={isFolded}
      {...(isFolded && { description: <FactLine facts={facts.length > 0 ? facts : [messages.dates.none]} /> })}
      {...(isPhone &&
        !isChanged && {
          actions: (
            <IconButton
              aria-label={messages.dates.title}
              aria-expanded={!isFolded}
              aria-controls={isFolded ? undefined : id}
              onClick={() => setExpanded(isFolded)}
            >
              {isFolded ? <ChevronRightIcon size={16} /> : <ChevronDownIcon size={16} />}
            </IconButton>
          ),
        })}
    >
      <div id={id} hidden={isFolded}>
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
      </div>
    </Panel>
  );
}
