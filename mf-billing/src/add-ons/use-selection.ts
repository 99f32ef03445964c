import {
  type AddOnContext,
  type AddOnOffer,
  type AutomaticChange,
  type ChosenFeature,
  offeredFeatures,
  toggleAddOn,
} from 'shared-api/contracts';
import { useState } from 'react';

export interface Selection {
  chosen: readonly string[];
  /** What the last toggle changed in addition to the clicked item. */
  automatic: readonly AutomaticChange[];
  toggle: (feature: string) => void;
  /** Reverts the last toggle, with all that it changed. */
  undo: () => void;
}

interface State {
  chosen: readonly string[];
  automatic: readonly AutomaticChange[];
  before: readonly string[];
}

/** What is chosen. A feature that was bought meanwhile, in another tab, is not chosen any more. */
export function useSelection(context: AddOnContext): Selection {
  const [state, setState] = useState<State>({ chosen: [], automatic: [], before: [] });
  const names = new Set(offeredFeatures(context).map(({ feature_name }) => feature_name));
  const chosen = state.chosen.filter((name) => names.has(name));
  return {
    chosen,
    automatic: state.automatic,
    toggle: (feature) => setState({ ...toggleAddOn(chosen, feature, context), before: chosen }),
    undo: () => setState(({ before }) => ({ chosen: before, automatic: [], before: [] })),
  };
}

/** The chosen features as they are sent, each with the price of its offer. */
export function chosenFeatures(chosen: readonly string[], offers: readonly AddOnOffer[]): ChosenFeature[] {
  return chosen.flatMap((name) => {
    const offer = offers.find(({ feature_name, state }) => feature_name === name && state === 'offered');
    if (!offer?.price) return [];
    return { feature_name: name, plan_id: offer.price.id, bundle_name: offer.bundle_name };
  });
}
