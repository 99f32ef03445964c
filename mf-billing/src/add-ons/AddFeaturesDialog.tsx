import type { ApiError } from 'shared-api';
import { type AddOnContext, type FeatureSummary, selectionProblems, type Subscription } from 'shared-api/contracts';
import { ErrorState, formatMoney, LoadingBlock, Text } from 'shared-ui';
import { usePractice, useRemote } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import { useListOptionalFeaturesQuery } from '../api';
import type { Change } from '../changes/change';
import { ChangeDialog } from '../changes/ChangeDialog';
import { addOnContext } from '../subscriptions/subscription-rules';
import { AddOnChoice } from './AddOnChoice';
import { words } from './messages';
import { chosenFeatures, useSelection } from './use-selection';
import { WhyNone } from './WhyNone';

export interface AddFeaturesDialogProps {
  subscription: Subscription;
  summary: FeatureSummary;
  onClose: () => void;
}

/** Optional features for an active subscription, by groups, with what they cost. */
export function AddFeaturesDialog({ subscription, summary, onClose }: AddFeaturesDialogProps): ReactNode {
  const { id: practice } = usePractice();
  const { data, error, isFetching, refetch } = useListOptionalFeaturesQuery({ practice });
  const context = addOnContext(subscription, summary, data ?? []);
  const selection = useSelection(context);
  const { chosen } = selection;
  const why = chosen.length === 0 ? words.nothingChosen : selectionProblems(chosen, context)[0]?.message;
  const change: Change | null =
    why === undefined
      ? { kind: 'add', subscription: subscription.id, features: chosenFeatures(chosen, context) }
      : null;
  return (
    <ChangeDialog
      title={words.title(subscription.plan_name)}
      size="medium"
      change={change}
      why={why}
      label={(cost) =>
        chosen.length === 0
          ? words.addNothing
          : words.add(chosen.length, cost ? formatMoney(cost.due_today, cost.currency) : null)
      }
      onClose={onClose}
    >
      {data ? (
        <AddOnChoice
          context={context}
          selection={selection}
          currency={subscription.currency}
          none={<NothingToAdd context={context} />}
        />
      ) : error ? (
        <ErrorState
          title={words.failed}
          message={(error as ApiError).message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <LoadingBlock label={words.loading} lines={6} />
      )}
    </ChangeDialog>
  );
}

function NothingToAdd({ context }: { context: AddOnContext }): ReactNode {
  const { session } = useRemote();
  return (
    <>
      <Text>{words.none}</Text>
      {session.flags.super_admin && <WhyNone context={context} />}
    </>
  );
}
