import { DownloadIcon, RefreshIcon } from 'shared-ui';
import { Button } from 'shared-ui/mui';
import type { ReactNode } from 'react';
import { messages } from './messages';
import { type ExportKind, exportKinds } from './use-export';

const text = messages.actions;

export interface WorkedActionsProps {
  /** Why the person may not change hours; undefined if they may. */
  reason: string | undefined;
  /** True once hours have loaded, so that they can be exported. */
  ready: boolean;
  /** The file that is being created. */
  exporting: ExportKind | null;
  recalculating: boolean;
  /** Number of unsaved changes. */
  changes: number;
  saving: boolean;
  onExport: (as: ExportKind) => void;
  onRecalculate: () => void;
  onSave: () => void;
}

/** The buttons of the page's header. A phone has them in its menu, and Save in the bar below the hours. */
export function WorkedActions(props: WorkedActionsProps): ReactNode {
  const { reason, ready, exporting, recalculating, changes, saving, onExport, onRecalculate, onSave } = props;
  return (
    <>
      {exportKinds.map((as) => (
        <Button
          key={as}
          startIcon={<DownloadIcon size={14} />}
          loading={exporting === as}
          disabled={!ready}
          onClick={() => onExport(as)}
        >
          {text[as]}
        </Button>
      ))}
      <Button startIcon={<RefreshIcon size={14} />} loading={recalculating} reason={reason} onClick={onRecalculate}>
        {text.recalculate}
      </Button>
      <Button variant="contained" loading={saving} disabled={changes === 0} reason={reason} onClick={onSave}>
        {text.save}
      </Button>
    </>
  );
}
