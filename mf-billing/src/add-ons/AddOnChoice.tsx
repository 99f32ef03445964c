import { addOnGroups, type AddOnOffer, selectionProblems } from 'shared-api/contracts';
import type { ReactNode } from 'react';
import { AddOnGroupPanel } from './AddOnGroupPanel';
import { AutomaticChanges } from './AutomaticChanges';
import type { Offers } from './use-offers';
import type { Selection } from './use-selection';

export interface AddOnChoiceProps {
  offers: Offers;
  selection: Selection;
}

/** Optional features by group, and the automatic changes that the last choice caused. */
export function AddOnChoice({ offers: { data, context }, selection }: AddOnChoiceProps): ReactNode {
  const { chosen, automatic, toggle, undo } = selection;
  if (!data) return null;
  const problems = selectionProblems(chosen, context);
  const offerOf = (name: string): AddOnOffer | undefined =>
    data.offers.find(({ feature_name, state }) => feature_name === name && state === 'offered');
  return (
    <>
      {addOnGroups(chosen, context).map((group) => (
        <AddOnGroupPanel
          key={group.name}
          group={group}
          offers={group.features.flatMap(({ feature_name }) => offerOf(feature_name) ?? [])}
          chosen={chosen}
          currency={data.currency}
          problems={problems.filter((problem) => problem.group === group.name)}
          onToggle={toggle}
        />
      ))}
      <AutomaticChanges changes={automatic} offerOf={offerOf} currency={data.currency} onUndo={undo} />
    </>
  );
}
