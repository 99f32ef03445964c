import { type Dispatch, memo, type ReactNode, useId, useState } from 'react';
import { type Choice, color, Panel, phoneQuery, styled, useMedia } from 'shared-ui';
import { MultiSelect, type MultiSelectProps } from 'shared-ui/forms';
import { Button, Stack } from 'shared-ui/mui';
import { usePractice } from 'shared-ui/remote';
import { type FeatureList, featureLists, listText } from 'shared-api/contracts';
import { type Action, type Draft, diffOf } from '../features-editing/draft';
import { editingMessages } from '../features-editing/messages';
import type { Options } from '../features-editing/options';
import { WithheldList } from '../withheld/WithheldList';
import { featuresMessages as messages } from './messages';
import { useFlagUsesText } from './use-flag-uses-text';

interface FeatureSelectProps extends Required<Pick<MultiSelectProps, 'options' | 'values' | 'before'>> {
  field: FeatureList;
  help: string | undefined;
  disabled: boolean;
  dispatch: Dispatch<Action>;
}

/** Memoized, because a list has many options. */
const FeatureSelect = memo(function FeatureSelect({ field, help, dispatch, ...list }: FeatureSelectProps): ReactNode {
  return (
    <MultiSelect
      {...list}
      {...(help !== undefined && { help })}
      label={editingMessages.fields[field]}
      onChange={(names) => dispatch({ type: 'edit', values: { [field]: names } })}
    />
  );
});

const Lists = styled('dl')({ display: 'grid', gap: 4, margin: 0 });

const Line = styled('div')({
  display: 'grid',
  gridTemplateColumns: '96px minmax(0, 1fr)',
  gap: 12,
  '& > dt': { color: color.inkSecond },
  '& > dd': { margin: 0 },
});

/** Longer lists are counted. */
const MAX_NAMES = 5;

/** `Core and Phones`, or `19 features`. */
function namesText(field: FeatureList, values: readonly string[], options: readonly Choice[]): string {
  if (values.length === 0) return messages.none;
  if (values.length > MAX_NAMES) return messages.count[field](values.length);
  return listText(values.map((value) => options.find((option) => option.value === value)?.label ?? value));
}

export interface FeaturePanelProps {
  draft: Draft;
  options: Options;
  disabled: boolean;
  dispatch: Dispatch<Action>;
}

/**
 * The record's lists, and the items withheld by staff. On a phone, the lists are read first, because their fields fill
 * more than a screen; a button opens the fields.
 */
export function FeaturePanel({ draft, options, disabled, dispatch }: FeaturePanelProps): ReactNode {
  const { id: practiceId, time_zone: timeZone } = usePractice();
  const { editing, values, read } = draft;
  const flagUses = useFlagUsesText();
  const isPhone = useMedia(phoneQuery);
  const [expanded, setExpanded] = useState(false);
  const id = useId();
  const isChanged = featureLists.some((field) => {
    const { added, removed } = diffOf(editing.base[field], values[field]);
    return added.length + removed.length > 0;
  });
  const isFolded = isPhone && !expanded && !isChanged;
  return (
    <Panel
      title={messages.title}
      {...(!isFolded && { description: messages.description })}
      {...(isPhone &&
        !isChanged && {
          actions: (
            <Button
              aria-label={isFolded ? messages.editOf : messages.doneOf}
              aria-expanded={!isFolded}
              aria-controls={id}
              onClick={() => setExpanded(isFolded)}
            >
              {isFolded ? messages.edit : messages.done}
            </Button>
          ),
        })}
    >
      <Stack spacing={4} id={id}>
        {isFolded ? (
          <Lists>
            {featureLists.map((field) => (
              <Line key={field}>
                <dt>{editingMessages.fields[field]}</dt>
                <dd dir="auto">{namesText(field, values[field], options[field])}</dd>
              </Line>
            ))}
          </Lists>
        ) : (
          featureLists.map((field) => (
            <FeatureSelect
              key={field}
              {...{ field, dispatch, disabled }}
              help={field === 'flags' ? flagUses : undefined}
              options={options[field]}
              values={values[field]}
              before={editing.base[field]}
            />
          ))
        )}
        <WithheldList {...{ practiceId, timeZone, disabled }} withheld={read.record?.withheld ?? []} />
      </Stack>
    </Panel>
  );
}
