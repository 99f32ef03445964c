import { type AddOnContext, addOnGroups, selectionProblems } from 'shared-api/contracts';
import type { ReactNode } from 'react';
import { AddOnGroupPanel } from './AddOnGroupPanel';
import { AutomaticChanges } from './AutomaticChanges';
import type { Selection } from './use-selection';

export interface AddOnChoiceProps {
  context: AddOnContext;
  selection: Selection;
  currency: string;
  /** Instead of the groups, where there is nothing to choose. */
  none: ReactNode;
}

/** Optional features by groups, with what comes and goes along with a choice. */
export function AddOnChoice({ context, selection, currency, none }: AddOnChoiceProps): ReactNode {
  const { chosen, automatic, toggle, undo } = selection;
  const groups = addOnGroups(chosen, context);
  const problems = selectionProblems(chosen, context);
  if (groups.length === 0) return none;
  return (
    <>
      {groups.map((group) => (
        <AddOnGroupPanel
          key={group.name}
          group={group}
          chosen={chosen}
          interval={context.interval}
          currency={currency}
          problems={problems.filter((problem) => problem.group === group.name)}
          onToggle={toggle}
        />
      ))}
      <AutomaticChanges changes={automatic} context={context} currency={currency} onUndo={undo} />
    </>
  );
}
