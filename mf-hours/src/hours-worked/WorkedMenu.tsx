import { MenuButton, type MenuItems, MoreIcon, styled, TitledDialog } from 'shared-ui';
import { Button } from 'shared-ui/mui';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import type { GridCommands } from './grid-commands';
import type { Status } from './hours-store';
import { Legend } from './Legend';
import { messages } from './messages';
import { rangeTypes } from './range';
import { type ExportKind, exportKinds } from './use-export';
import type { RangeControl } from './use-range';

const { menu, tools } = messages;

const Lines = styled('div')({ display: 'grid', gap: 12 });

export interface WorkedMenuProps {
  commands: GridCommands;
  status: Status;
  control: RangeControl;
  /** Why the person may not change hours; undefined if they may. */
  reason: string | undefined;
  /** True once hours have loaded, so that they can be exported. */
  ready: boolean;
  recalculating: boolean;
  onExport: (as: ExportKind) => void;
  onRecalculate: () => void;
  onDiscard: () => void;
}

/** Rarely used actions on a phone: other ranges, exports, recalculation, the legend. */
export function WorkedMenu(props: WorkedMenuProps): ReactNode {
  const { commands, status, control, reason, ready, recalculating, onExport, onRecalculate, onDiscard } = props;
  const [explains, setExplains] = useState(false);
  const locked = useSyncExternalStore(commands.lockReason.subscribe, commands.lockReason.getState) !== null;
  const { layout, range } = control;
  const items: MenuItems = [
    { label: menu.day, checked: layout === 'day', onSelect: () => control.setLayout('day') },
    ...rangeTypes.map((type) => ({
      label: messages.range.types[type],
      checked: layout === 'grid' && range.type === type,
      onSelect: () => control.go({ type, offset: type === range.type ? range.offset : 0, layout: 'grid' }),
    })),
    'divider',
    { label: tools.undo, disabled: locked || !status.canUndo, onSelect: () => commands.undo() },
    { label: tools.redo, disabled: locked || !status.canRedo, onSelect: () => commands.redo() },
    { label: menu.discard, danger: status.changes > 0, disabled: status.changes === 0, onSelect: onDiscard },
    'divider',
    ...exportKinds.map((as) => ({
      label: messages.actions[as],
      disabled: !ready,
      onSelect: () => onExport(as),
    })),
    {
      label: messages.actions.recalculate,
      disabled: recalculating || reason !== undefined,
      ...(reason !== undefined && { detail: reason }),
      onSelect: onRecalculate,
    },
    { label: menu.legend, onSelect: () => setExplains(true) },
  ];
  return (
    <>
      <MenuButton iconOnly label={menu.label} startIcon={<MoreIcon />} items={items} />
      <TitledDialog
        open={explains}
        maxWidth="xs"
        title={menu.legend}
        onClose={() => setExplains(false)}
        actions={<Button onClick={() => setExplains(false)}>{menu.close}</Button>}
      >
        <Lines>
          <Legend data-key="modified">{tools.legend.modified}</Legend>
          <Legend data-key="unsaved">{tools.legend.unsaved}</Legend>
        </Lines>
      </TitledDialog>
    </>
  );
}
