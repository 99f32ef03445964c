import { type FeatureList, fieldOf } from 'shared-api/contracts';
import type { ActivityRevert } from 'shared-api/contracts/activity';
import { RevertNotice, type StagedValues, useRevert } from 'shared-ui/activity';
import type { Dispatch, ReactNode } from 'react';
import { useLazyReadActivityQuery } from '../api';
import { fieldText } from '../features-editing/describe';
import { type Action, type Draft, reduce } from '../features-editing/draft';
import type { Options } from '../features-editing/options';
import { activityMessages as messages } from './messages';

const namesOf = { bundles: 'bundles', product_features: 'features', flags: 'flags' } as const satisfies Record<
  FeatureList,
  string
>;

/** Stages the opposite of a manual change. Products that are no longer sold can't be added. */
export function stageFeatures(
  revert: ActivityRevert,
  draft: Draft,
  { options, dispatch, from }: { options: Options; dispatch: Dispatch<Action>; from: string },
): StagedValues {
  if (revert.kind !== 'features') return { staged: 0, skipped: [] };
  let skipped = 0;
  const lists = Object.keys(namesOf) as FeatureList[];
  const values = Object.fromEntries(
    lists.map((list) => {
      const known = new Set(options[list].map(({ value }) => value));
      const add = revert.add[namesOf[list]];
      skipped += add.filter((name) => !known.has(name)).length;
      const remove = new Set(revert.remove[namesOf[list]]);
      const kept = draft.values[list].filter((name) => !remove.has(name));
      return [list, [...new Set([...kept, ...add.filter((name) => known.has(name))])]] as const;
    }),
  );
  const action = { type: 'edit', values, restoredFrom: from } as const;
  dispatch(action);
  const named = new Set(
    lists.flatMap((list) =>
      [...revert.add[namesOf[list]], ...revert.remove[namesOf[list]]].map((name) => fieldOf(list, name)),
    ),
  );
  const edits = [...reduce(draft, action).editing.edits.keys()];
  const others = edits.filter((field) => !named.has(field));
  return {
    staged: edits.length - others.length,
    skipped: skipped === 0 ? [] : [messages.formerProducts(skipped)],
    others: others.map((field) => fieldText(options, field)),
    dropOthers: () => {
      dispatch({ type: 'discard' });
      stageFeatures(revert, reduce(draft, { type: 'discard' }), { options, dispatch, from });
    },
  };
}

export interface RevertedFeaturesProps {
  /** Id of the change in the activity. */
  id: string;
  practiceId: number;
  draft: Draft;
  options: Options;
  dispatch: Dispatch<Action>;
}

/** Stages the opposite of a manual change and shows a notice. */
export function RevertedFeatures({ id, practiceId, draft, options, dispatch }: RevertedFeaturesProps): ReactNode {
  const [readActivity] = useLazyReadActivityQuery();
  const { state, retry } = useRevert({
    read: () => readActivity({ practice: practiceId, activity: id }).unwrap(),
    stage: (revert, from) => stageFeatures(revert, draft, { options, dispatch, from }),
  });
  return <RevertNotice state={state} isChanged={draft.editing.edits.size > 0} onRetry={retry} />;
}
