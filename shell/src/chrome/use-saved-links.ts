import { useEffect, useState } from 'react';
import { type QuickLink, quickLinksKey, readLinks, withLink, withoutLink, writeLinks } from './quick-links';

export interface SavedLinks {
  links: readonly QuickLink[];
  /** False after the browser failed to store a change. */
  kept: boolean;
  save: (link: QuickLink) => void;
  remove: (link: QuickLink) => void;
}

/** The saved links of a person, synchronized with other tabs of this browser. */
export function useSavedLinks(userId: string): SavedLinks {
  const [links, setLinks] = useState<readonly QuickLink[]>(() => readLinks(userId));
  const [kept, setKept] = useState(true);

  useEffect(() => {
    const onStorage = (event: StorageEvent): void => {
      // Without a key, another tab has cleared the whole storage.
      if (event.key === null || event.key === quickLinksKey(userId)) setLinks(readLinks(userId));
    };
    addEventListener('storage', onStorage);
    return () => removeEventListener('storage', onStorage);
  }, [userId]);

  // Starts from the stored links, not this tab's last state, so that two tabs don't undo each other's changes.
  const change = (make: (present: readonly QuickLink[]) => QuickLink[]): void => {
    const next = make(kept ? readLinks(userId) : links);
    setKept(writeLinks(userId, next));
    setLinks(next);
  };

  return {
    links,
    kept,
    save: (link) => change((present) => withLink(present, link)),
    remove: (link) => change((present) => withoutLink(present, link)),
  };
}
