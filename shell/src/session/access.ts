/** What the person can do. Others can change it while a page is open. */
import type { Session } from 'shared-api/contracts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Practices } from './practices';

export interface Access {
  /** True once flags or practices differ from this page's, so that opening another page needs a reload. */
  readonly isOutdated: StoreApi<boolean>;
  /** Called with the revision in each response. Refetches the session when it changes. */
  heard(revision: string): void;
  /** The pending refetch of the session after a new revision, or null. */
  refreshing(): Promise<void> | null;
}

export interface AccessOptions {
  /** The page's session. */
  session: Session;
  readPresentSession: () => Promise<Session | null | undefined>;
  practices: Pick<Practices, 'read' | 'remember' | 'former'>;
  /** The practice in the URL, whose rights the page uses. */
  openPracticeId: () => number | null;
  /** The revision that the page was rendered with. */
  initial: string | undefined;
  /** Called when access to pages has changed, unless the open page says so itself. */
  onOutdated: () => void;
}

/** The input of the shell's navigation. Rights within a practice are passed to modules separately. */
const scopeOf = ({ flags, all_practices, practices }: Session): string =>
  JSON.stringify([flags, all_practices, practices.map(({ id }) => id).sort((one, other) => one - other)]);

export function createAccess(options: AccessOptions): Access {
  const { session, readPresentSession, practices, openPracticeId, onOutdated } = options;
  const isOutdated = createStore(() => false);
  let latest = options.initial;
  let running: Promise<void> | null = null;

  const refresh = async (): Promise<void> => {
    const present = await readPresentSession();
    // If somebody else or nobody is signed in, another part of the shell says so.
    if (present?.user.id !== session.user.id) return;
    const ids = new Set(present.practices.map(({ id }) => id));
    for (const practice of present.practices) practices.remember(practice);
    const ended = session.practices.filter(({ id }) => !ids.has(id)).map(({ id }) => id);
    const open = openPracticeId();
    const unlisted = new Set(open === null || ids.has(open) ? ended : [...ended, open]);
    await Promise.all([...unlisted].map((id) => practices.read(id)));
    if (scopeOf(present) === scopeOf(session) || isOutdated.getState()) return;
    isOutdated.setState(true, true);
    // The page of a lost practice names the practice itself.
    if (open === null || !practices.former.getState().has(open)) onOutdated();
  };
  const start = (): void => {
    const refreshed = refresh().finally(() => {
      if (running === refreshed) running = null;
    });
    running = refreshed;
  };

  return {
    isOutdated,
    heard(revision) {
      const before = latest;
      latest = revision;
      if (before !== undefined && before !== revision) start();
    },
    refreshing: () => running,
  };
}
