/** What the person may do, which others can change while a page is open. */
import type { Session } from 'shared-api/contracts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Practices } from './practices';

export interface Access {
  /** True once flags or practices aren't those of this page any more, so that another page needs a reload. */
  readonly isOutdated: StoreApi<boolean>;
  /** Called with the revision in each answer. Reads the session again when it is another one. */
  heard(revision: string): void;
  /** The reading of the session that a new revision has started. Null when none is under way. */
  refreshing(): Promise<void> | null;
}

export interface AccessOptions {
  /** The session of the page. */
  session: Session;
  readPresentSession: () => Promise<Session | null | undefined>;
  practices: Pick<Practices, 'read' | 'remember' | 'former'>;
  /** The practice in the address, whose rights a page shows. */
  openPracticeId: () => number | null;
  /** The revision that the page was built from. */
  initial: string | undefined;
  /** Called when pages that are opened from now on are other ones, unless the open page says so itself. */
  onOutdated: () => void;
}

/** What the shell's navigation is built from. Rights within a practice reach its modules without it. */
const scopeOf = ({ flags, all_practices, practices }: Session): string =>
  JSON.stringify([flags, all_practices, practices.map(({ id }) => id).sort((one, other) => one - other)]);

export function createAccess(options: AccessOptions): Access {
  const { session, readPresentSession, practices, openPracticeId, onOutdated } = options;
  const isOutdated = createStore(() => false);
  let latest = options.initial;
  let running: Promise<void> | null = null;

  const refresh = async (): Promise<void> => {
    const present = await readPresentSession();
    // Somebody else, or nobody: another part of the shell says so.
    if (present?.user.id !== session.user.id) return;
    const ids = new Set(present.practices.map(({ id }) => id));
    for (const practice of present.practices) practices.remember(practice);
    const ended = session.practices.filter(({ id }) => !ids.has(id)).map(({ id }) => id);
    const open = openPracticeId();
    const unlisted = new Set(open === null || ids.has(open) ? ended : [...ended, open]);
    await Promise.all([...unlisted].map((id) => practices.read(id)));
    if (scopeOf(present) === scopeOf(session) || isOutdated.getState()) return;
    isOutdated.setState(true, true);
    // The page of a practice that the person has lost names it.
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
