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
  /** Reverts the last toggle and its automatic changes. */
  undo: () => void;
}

interface LastToggle {
  automatic: readonly AutomaticChange[];
  before: readonly string[];
}

const none: LastToggle = { automatic: [], before: [] };

/**
 * The selected add-ons. Drops a feature that is no longer offered, e.g. after a purchase in another tab.
 *
 * @param selected the features as they were selected, of the dialog
 */
export function useSelection(
  context: AddOnContext,
  selected: readonly string[],
  setSelected: (features: readonly string[]) => void,
): Selection {
  const [last, setLast] = useState(none);
  const names = new Set(offeredFeatures(context).map(({ feature_name }) => feature_name));
  const chosen = selected.filter((name) => names.has(name));
  return {
    chosen,
    automatic: last.automatic,
    toggle(feature) {
      const next = toggleAddOn(chosen, feature, context);
      setSelected(next.chosen);
      setLast({ automatic: next.automatic, before: chosen });
    },
    undo() {
      setSelected(last.before);
      setLast(none);
    },
  };
}

/** Maps the chosen features to request items with the price id of their offer. Skips features without an offer. */
export function chosenFeatures(chosen: readonly string[], offers: readonly AddOnOffer[]): ChosenFeature[] {
  return chosen.flatMap((name) => {
    const offer = offers.find(({ feature_name, state }) => feature_name === name && state === 'offered');
    if (!offer?.price) return [];
    return { feature_name: name, plan_id: offer.price.id, bundle_name: offer.bundle_name };
  });
}
