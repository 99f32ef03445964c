import { useRemote } from 'shared-ui/remote';
import { messages } from '../messages';

const text = messages.members.invitation.link;

/** The address of an invitation's link. */
export const linkAddress = (path: string): string => new URL(path, window.location.origin).href;

/** Copies a link, with a toast about the result. Resolves to false if that fails. */
export function useCopyLink(): (href: string) => Promise<boolean> {
  const { notify } = useRemote();
  return async (href) => {
    try {
      await navigator.clipboard.writeText(href);
      notify({ severity: 'success', message: text.copied });
      return true;
    } catch {
      // Browsers offer the clipboard only in secure contexts, and users can block it.
      notify({ severity: 'error', message: text.copyFailed });
      return false;
    }
  };
}
