import { IconButton, KeyboardIcon, ShortcutsDialog, useShortcut } from 'shared-ui';
import { type ReactNode, useState } from 'react';
import { messages } from '../messages';

const text = messages.weeklyHours;

/** The list of keyboard shortcuts. Opens with its button or with `?`. */
export function GridKeys(): ReactNode {
  const [open, setOpen] = useState(false);
  useShortcut('?', () => setOpen(true));
  return (
    <>
      <IconButton
        variant="default"
        label={text.toolbar.keys}
        aria-keyshortcuts="?"
        icon={<KeyboardIcon />}
        onClick={() => setOpen(true)}
      />
      <ShortcutsDialog open={open} groups={text.shortcuts} onClose={() => setOpen(false)} />
    </>
  );
}
