import type { FeatureList } from 'shared-api/contracts';
import type { ActivityRevert } from 'shared-api/contracts/activity';
import { RevertNotice, type StagedValues, useRevert } from 'shared-ui/activity';
import type { Dispatch, ReactNode } from 'react';
import { useLazyReadActivityQuery } from '../api';
import { type Action, changeCount, type Draft, reduce } from '../features-editing/draft';
import type { Options } from '../features-editing/options';
import { activityMessages as messages } from './messages';

const namesOf = { bundles: 'bundles', product_features: 'features', flags: 'flags' } as const satisfies Record<
  FeatureList,
  string
>;

/** Stages the opposite of a manual change. What is no longer sold can't be added. */
export function stageFeatures(
  revert: ActivityRevert,
  draft: Draft,
  { options, dispatch }: { options: Options; dispatch: Dispatch<Action> },
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
  const action = { type: 'edit', values } as const;
  dispatch(action);
  const staged = changeCount(reduce(draft, action)) - changeCount(draft);
  return { staged: Math.max(0, staged), skipped: skipped === 0 ? [] : [messages.formerProducts(skipped)] };
}

export interface RevertedFeaturesProps {
  /** Id of the change in the activity. */
  id: string;
  practiceId: number;
  draft: Draft;
  options: Options;
  dispatch: Dispatch<Action>;
}

/** Stages the opposite of a manual change, and says so. */
export function RevertedFeatures({ id, practiceId, draft, options, dispatch }: RevertedFeaturesProps): ReactNode {
  const [readActivity] = useLazyReadActivityQuery();
  const { state, retry } = useRevert({
    read: () => readActivity({ practice: practiceId, activity: id }).unwrap(),
    stage: (revert) => stageFeatures(revert, draft, { options, dispatch }),
  });
  return <RevertNotice state={state} onRetry={retry} />;
}
