/** The selected clinics. Survives a reload, like other unsaved edits of the settings. */
import { useMemo, useState } from 'react';
import { usePractice, useRemote } from 'shared-ui/remote';
import { loadStoredEdits, useStoredEdits } from 'shared-ui/versioned';
import {
  type ClinicContext,
  reduceSelection,
  restoredSelection,
  type Selection,
  type SelectionAction,
  touchedClinics,
  withoutUnavailable,
} from './selection';

export interface SelectedClinics {
  selection: Selection;
  act: (action: SelectionAction) => void;
  /**
   * The number of clinics restored after a reload; 0 once the person has dismissed the notice or nothing is selected.
   */
  restored: number;
  dismissRestored: () => void;
}

export function useSelection(context: ClinicContext): SelectedClinics {
  const { session } = useRemote();
  const record = `clinic selection ${usePractice().id}`;
  const [chosen, setChosen] = useState<Selection>(() =>
    withoutUnavailable(restoredSelection(loadStoredEdits(record, session.user.id)), context),
  );
  const [restored, setRestored] = useState(() => touchedClinics(chosen).length);
  useStoredEdits(
    record,
    useMemo(() => (touchedClinics(chosen).length > 0 ? chosen : null), [chosen]),
  );
  const selection = withoutUnavailable(chosen, context);
  return {
    selection,
    act: (action) => setChosen((before) => reduceSelection(before, action, context)),
    restored: touchedClinics(selection).length > 0 ? restored : 0,
    dismissRestored: () => setRestored(0),
  };
}
