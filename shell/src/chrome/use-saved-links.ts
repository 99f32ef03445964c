import { useEffect, useState } from 'react';
import { type QuickLink, quickLinksKey, readLinks, withLink, withoutLink, writeLinks } from './quick-links';

export interface SavedLinks {
  links: readonly QuickLink[];
  /** False once the browser refused to keep a change. */
  kept: boolean;
  save: (link: QuickLink) => void;
  remove: (link: QuickLink) => void;
}

/** The saved links of a person, in step with this browser's other tabs. */
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

  // Made from what is stored now and not from what this tab saw last, so that two tabs do not undo each other.
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
