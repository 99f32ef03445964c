import type { ReactNode } from 'react';
import { ShortcutsDialog, useShortcut } from 'shared-ui';
import { messages } from '../messages';

const groups = [
  {
    title: messages.shortcuts.everywhere,
    shortcuts: [
      { keys: ['/'], does: messages.shortcuts.search },
      { keys: ['?'], does: messages.shortcuts.list },
      { keys: ['Esc'], does: messages.shortcuts.escape },
    ],
  },
];

export interface ShortcutsHelpProps {
  open: boolean;
  onOpen: () => void;
  onClose: () => void;
}

/** The list of shortcuts. `?` opens it from anywhere. */
export function ShortcutsHelp({ open, onOpen, onClose }: ShortcutsHelpProps): ReactNode {
  useShortcut('?', onOpen);
  return <ShortcutsDialog open={open} groups={groups} onClose={onClose} />;
}
