import { KeyboardIcon, ShortcutsDialog, useShortcut } from 'shared-ui';
import { IconButton, Tooltip } from 'shared-ui/mui';
import { type ReactNode, useState } from 'react';
import { messages } from '../messages';

const text = messages.weeklyHours;

/** The list of keyboard shortcuts. Opens with its button or with `?`. */
export function GridKeys(): ReactNode {
  const [open, setOpen] = useState(false);
  useShortcut('?', () => setOpen(true));
  return (
    <>
      <Tooltip title={text.toolbar.keys}>
        <IconButton color="secondary" aria-keyshortcuts="?" onClick={() => setOpen(true)}>
          <KeyboardIcon />
        </IconButton>
      </Tooltip>
      <ShortcutsDialog open={open} groups={text.shortcuts} onClose={() => setOpen(false)} />
    </>
  );
}
