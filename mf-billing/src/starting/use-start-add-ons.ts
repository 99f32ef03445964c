import { type ChosenFeature, selectionProblems } from 'shared-api/contracts';
import { type Offers, useOffers } from '../add-ons/use-offers';
import { chosenFeatures, type Selection, useSelection } from '../add-ons/use-selection';

export interface StartAddOns {
  offers: Offers;
  selection: Selection;
  features: ChosenFeature[];
  /** Why the selection is invalid; undefined if it is valid or empty. */
  problem: string | undefined;
}

/**
 * Offers and selection of optional features for a new subscription.
 *
 * @param planId null if no plan is selected
 * @param selected the features as they were selected, of the dialog
 */
export function useStartAddOns(
  planId: string | null,
  selected: readonly string[],
  setSelected: (features: readonly string[]) => void,
): StartAddOns {
  const offers = useOffers(planId === null ? null : { plan_id: planId });
  const selection = useSelection(offers.context, selected, setSelected);
  const { chosen } = selection;
  return {
    offers,
    selection,
    features: chosenFeatures(chosen, offers.data?.offers ?? []),
    problem: chosen.length === 0 ? undefined : selectionProblems(chosen, offers.context)[0]?.message,
  };
}
