import type { ReactNode } from 'react';
import { CopyIcon } from 'shared-ui';
import { IconButton, Tooltip } from 'shared-ui/mui';
import { useRemote } from 'shared-ui/remote';
import { phoneNumbersMessages as messages } from './messages';

/** Copies a text to the clipboard and confirms it in a toast. @param shown the text as people read it */
export function CopyButton({ text, shown = text }: { text: string; shown?: string }): ReactNode {
  const { notify } = useRemote();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      notify({ severity: 'success', message: messages.copied(shown) });
    } catch {
      // Browsers offer the clipboard only in secure contexts, and people can block it.
      notify({ severity: 'error', message: messages.copyFailed });
    }
  };
  return (
    <Tooltip title={messages.copy(shown)}>
      <IconButton size="small" onClick={() => void copy()}>
        <CopyIcon size={13} />
      </IconButton>
    </Tooltip>
  );
}
