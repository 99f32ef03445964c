import { type AddOnContext, type ChosenFeature, type Plan, priceFor, selectionProblems } from 'shared-api/contracts';
import { usePractice } from 'shared-ui/remote';
import { useListOptionalFeaturesQuery, useReadFeatureSummaryQuery } from '../api';
import { chosenFeatures, type Selection, useSelection } from '../add-ons/use-selection';
import { startContext } from '../subscriptions/subscription-rules';

export interface StartAddOns {
  context: AddOnContext;
  selection: Selection;
  features: ChosenFeature[];
  /** What they cost in a period, in cents. */
  amount: number;
  /** What keeps the choice from being started with; undefined where nothing does, as when nothing is chosen. */
  problem: string | undefined;
}

const nothing: Pick<Plan, 'interval' | 'bundles' | 'features'> = { interval: 'month', bundles: [], features: [] };

/** The optional features that a plan begins with. @param plan null while none is chosen */
export function useStartAddOns(plan: typeof nothing | null): StartAddOns {
  const { id: practice } = usePractice();
  const optional = useListOptionalFeaturesQuery({ practice });
  const summary = useReadFeatureSummaryQuery({ practice });
  const known = summary.data ?? { bundles: [], features: [] };
  const context = startContext(plan ?? nothing, known, summary.data ? (optional.data ?? []) : []);
  const selection = useSelection(context);
  const { chosen } = selection;
  const prices = context.features
    .filter(({ feature_name: name }) => chosen.includes(name))
    .map((feature) => priceFor(feature, context.interval)?.amount ?? 0);
  return {
    context,
    selection,
    features: chosenFeatures(chosen, context),
    amount: prices.reduce((sum, amount) => sum + amount, 0),
    problem: chosen.length === 0 ? undefined : selectionProblems(chosen, context)[0]?.message,
  };
}
