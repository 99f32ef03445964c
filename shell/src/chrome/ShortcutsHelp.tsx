import type { ReactNode } from 'react';
import { ShortcutsDialog, useShortcut } from 'shared-ui';
import { commandKey } from '../command-key';
import { messages } from '../messages';
import type { NavigationLink } from '../navigation/routes';

const everywhere = {
  title: messages.shortcuts.everywhere,
  shortcuts: [
    { keys: [commandKey, 'K'], does: messages.shortcuts.palette },
    { keys: ['/'], does: messages.shortcuts.search },
    { keys: ['?'], does: messages.shortcuts.list },
    { keys: ['Esc'], does: messages.shortcuts.escape },
  ],
};

export interface ShortcutsHelpProps {
  open: boolean;
  /** Pages with a letter that opens them after `g`. */
  links: readonly NavigationLink[];
  onOpen: () => void;
  onClose: () => void;
}

/** The shortcut list. `?` opens it from anywhere. */
export function ShortcutsHelp({ open, links, onOpen, onClose }: ShortcutsHelpProps): ReactNode {
  useShortcut('?', onOpen);
  const pages = links.flatMap(({ title, shortcut }) =>
    shortcut === undefined ? [] : [{ keys: ['g', shortcut], does: title }],
  );
  const groups = [everywhere, ...(pages.length > 0 ? [{ title: messages.shortcuts.goTo, shortcuts: pages }] : [])];
  return <ShortcutsDialog open={open} groups={groups} onClose={onClose} />;
}
