import { KeyboardIcon, ShortcutsDialog, styled, UndoIcon, useShortcut } from 'shared-ui';
import { Button, IconButton, Tooltip, Typography } from 'shared-ui/mui';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import type { GridCommands } from './grid-commands';
import type { Status } from './hours-store';
import { Legend } from './Legend';
import { messages } from './messages';

const { tools } = messages;

const Bar = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8 });

const Buttons = styled('div')({ display: 'flex', gap: 8 });

/** Hidden on touch devices, which have no keyboard shortcuts, and on narrow screens. */
const Keys = styled('div')({ '@media (pointer: coarse), (max-width: 639.95px)': { display: 'none' } });

/** The Undo icon, mirrored. */
const RedoMark = styled('span')({ display: 'inline-flex', transform: 'scaleX(-1)' });

/** The legend of the cell marks, the buttons for reset, undo and redo, and the list of keyboard shortcuts. */
export function GridTools({ commands, status }: { commands: GridCommands; status: Status }): ReactNode {
  const [open, setOpen] = useState(false);
  const locked = useSyncExternalStore(commands.lockReason.subscribe, commands.lockReason.getState);
  const notice = useSyncExternalStore(commands.notice.subscribe, commands.notice.getState);
  const done = status.restored > 0 ? messages.announcements.restored(status.restored) : notice;
  useShortcut('?', () => setOpen(true));
  return (
    <Bar role="group" aria-label={tools.bar}>
      <Typography component="span" variant="body2" style={{ display: 'inline-flex', gap: 12, marginRight: 4 }}>
        <Legend data-key="modified">{tools.legend.modified}</Legend>
        <Legend data-key="unsaved">{tools.legend.unsaved}</Legend>
      </Typography>
      {done !== '' && (
        <Typography component="span" variant="body2" color="textSecondary">
          {done}
        </Typography>
      )}
      <Buttons data-screen-only="">
        <Button
          title={locked === null ? messages.grid.resetDayHint : undefined}
          reason={locked ?? undefined}
          onClick={() => commands.resetDay()}
        >
          {messages.grid.resetDay}
        </Button>
        <Tooltip title={tools.undo}>
          <IconButton color="secondary" disabled={!status.canUndo || locked !== null} onClick={() => commands.undo()}>
            <UndoIcon />
          </IconButton>
        </Tooltip>
        <Tooltip title={tools.redo}>
          <IconButton color="secondary" disabled={!status.canRedo || locked !== null} onClick={() => commands.redo()}>
            <RedoMark>
              <UndoIcon />
            </RedoMark>
          </IconButton>
        </Tooltip>
        <Keys>
          <Tooltip title={tools.keys}>
            <IconButton color="secondary" aria-keyshortcuts="?" onClick={() => setOpen(true)}>
              <KeyboardIcon />
            </IconButton>
          </Tooltip>
        </Keys>
      </Buttons>
      <ShortcutsDialog open={open} groups={messages.shortcuts} onClose={() => setOpen(false)} />
    </Bar>
  );
}
