import { ConflictPanel, versionedMessages } from 'shared-ui/versioned';
import type { Dispatch, ReactNode, RefObject } from 'react';
import { editedFeatureValue, type FeatureConflict, type PracticeFeatures } from 'shared-api/contracts';
import { fieldText, valueText } from './describe';
import type { Action, Draft } from './draft';
import type { Options } from './options';

export interface FeaturesConflictPanelProps {
  draft: Draft;
  options: Options;
  timeZone: string;
  dispatch: Dispatch<Action>;
  ref: RefObject<HTMLDivElement | null>;
}

const whoChanged = (record: PracticeFeatures | null, { field }: FeatureConflict) =>
  record?.changes?.find((change) => change.field === field) ?? null;

/** Shows both values of every conflicting field. Renders nothing without conflicts. */
export function FeaturesConflictPanel(props: FeaturesConflictPanelProps): ReactNode {
  const { draft, options, timeZone, dispatch, ref } = props;
  const { conflicts, merged } = draft.editing;
  if (conflicts.length === 0) return null;
  return (
    <ConflictPanel
      ref={ref}
      timeZone={timeZone}
      facts={merged > 0 ? [versionedMessages.merged(merged)] : []}
      conflicts={conflicts.map((conflict) => ({
        key: conflict.field,
        field: fieldText(options, conflict.field),
        mine: valueText(editedFeatureValue(conflict.field, conflict.mine)),
        theirs: valueText(conflict.theirs),
        by: whoChanged(draft.read.record, conflict),
        choice: conflict.choice,
      }))}
      onChoose={(side, fields) => dispatch({ type: 'choose', side, fields })}
    />
  );
}
