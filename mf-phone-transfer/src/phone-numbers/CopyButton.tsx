import type { ReactNode } from 'react';
import { CopyIcon, IconButton } from 'shared-ui';
import { useRemote } from 'shared-ui/remote';
import { phoneNumbersMessages as messages } from './messages';

/** Puts a text on the clipboard and says so. @param shown the text as people read it */
export function CopyButton({ text, shown = text }: { text: string; shown?: string }): ReactNode {
  const { notify } = useRemote();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      notify({ severity: 'success', message: messages.copied(shown) });
    } catch {
      // No clipboard outside secure origins, or the person has forbidden it.
      notify({ severity: 'error', message: messages.copyFailed });
    }
  };
  return <IconButton small label={messages.copy(shown)} icon={<CopyIcon size={13} />} onClick={() => void copy()} />;
}
