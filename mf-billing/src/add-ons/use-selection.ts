import {
  type AddOnContext,
  type AutomaticChange,
  type ChosenFeature,
  offered,
  priceFor,
  toggleAddOn,
} from 'shared-api/contracts';
import { useState } from 'react';

export interface Selection {
  chosen: readonly string[];
  /** What the last toggle changed beside what was clicked. */
  automatic: readonly AutomaticChange[];
  toggle: (feature: string) => void;
  /** Takes the last toggle back, with all that came along with it. */
  undo: () => void;
}

interface State {
  chosen: readonly string[];
  automatic: readonly AutomaticChange[];
  before: readonly string[];
}

/** What is chosen. What has become active meanwhile, in another tab, is not chosen any more. */
export function useSelection(context: AddOnContext): Selection {
  const [state, setState] = useState<State>({ chosen: [], automatic: [], before: [] });
  const names = new Set(offered(context).map(({ feature_name }) => feature_name));
  const chosen = state.chosen.filter((name) => names.has(name));
  return {
    chosen,
    automatic: state.automatic,
    toggle: (feature) => setState({ ...toggleAddOn(chosen, feature, context), before: chosen }),
    undo: () => setState(({ before }) => ({ chosen: before, automatic: [], before: [] })),
  };
}

/** The chosen features as they are sent. */
export function chosenFeatures(chosen: readonly string[], context: AddOnContext): ChosenFeature[] {
  return offered(context).flatMap((feature) => {
    const price = priceFor(feature, context.interval);
    if (!price || !chosen.includes(feature.feature_name)) return [];
    return [{ feature_name: feature.feature_name, plan_id: price.id, bundle_name: feature.bundle_name }];
  });
}
