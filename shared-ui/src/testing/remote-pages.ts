/** Opens the pages of a module in its tests as the shell does, with a mock network that follows the contracts. */
import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { act, getConfig } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { Flags, Lifecycles, RemoteProps } from 'shared-api';
import type { PracticeSummary, Right, SettingValue } from 'shared-api/contracts';
import { breakOpenConnections, leaksOfVisits, mountRemote, type MountedRemote } from 'shared-api/testing';
import { setupServer } from 'shared-api/testing/network';
import { startClock } from './clock';
import { reloadStored } from './stored';
import { newUser } from './user';

export { stopClock, waitUntil } from './clock';

export interface OpenPage extends MountedRemote {
  user: UserEvent;
  /** The practice's id; 0 if the page has no practice. */
  practiceId: number;
  /** Path and query string of the URL. */
  address: () => string;
  /** Navigates like Back or a shell link. */
  go: (to: string) => void;
  /** Reopens the page like a reload, keeping browser storage. */
  reload: () => Promise<OpenPage>;
}

export interface OpenPageOptions {
  /** As `module.json` declares it. */
  route: string;
  /** The query string: `?page=2`. */
  search?: string;
  /** The person's flags; none by default. */
  flags?: Flags;
  /** The practice of an earlier page. By default a new one, so that nothing is cached from another test. */
  practiceId?: number | undefined;
  user?: UserEvent;
  /** The person's rights in the practice; all by default. */
  rights?: readonly Right[] | undefined;
  /** The feature flags that are on in the practice; none by default. */
  featureFlags?: readonly string[] | undefined;
  /** The operator's settings for the module; its defaults by default. */
  settings?: Readonly<Record<string, SettingValue>> | undefined;
  over?: Partial<RemoteProps>;
}

export interface RemotePages {
  network: ReturnType<typeof setupServer>;
  /**
   * Starts the mock network around each test of a file, closes the page after it, and waits for its open requests. A response
   * that should never arrive is `neverAnswer`.
   */
  around: (also?: { before?: () => void; after?: () => void }) => void;
  open: (opening: OpenPageOptions) => Promise<OpenPage>;
  close: () => Promise<void>;
  /** Resources that 20 visits of a page leak (`leaksOfVisits`). @param open opens the page and waits for its data */
  leaksOf: (open: () => Promise<unknown>) => Promise<string[]>;
}

const noFlags: Flags = { super_admin: false, task_admin: false, internal: false, developer: false };

/** single-spa waits until React has rendered, which happens only after `act` ends. */
function lifecycle<Result>(step: () => Promise<Result>): Promise<Result> {
  return getConfig().asyncWrapper(step) as Promise<Result>;
}

interface Requests {
  allEnded: () => Promise<void>;
  stopCounting: () => void;
}

/** Counts the page's pending requests. */
function countRequests(): Requests {
  const { fetch: send } = globalThis;
  const open = new Set<Promise<unknown>>();
  globalThis.fetch = (...request) => {
    const response = send(...request);
    const ended: Promise<unknown> = response.catch(() => undefined).then(() => open.delete(ended));
    open.add(ended);
    return response;
  };
  return {
    async allEnded() {
      while (open.size > 0) await Promise.all(open);
      // The store reads the response body first.
      for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setTimeout(resolve));
    },
    stopCounting: () => void (globalThis.fetch = send),
  };
}

const { requestAnimationFrame: drawFrame } = globalThis;
/** The store notifies its pages with the next frame. Uses real time, even while the clock is stopped. */
const nextFrame = (): Promise<unknown> => new Promise((resolve) => drawFrame(resolve));

let practices = 100;
/** Returns the id of a new practice. */
export const nextPracticeId = (): number => (practices += 1);

export function remotePages(lifecycles: Lifecycles): RemotePages {
  const network = setupServer();
  let mounted: MountedRemote | undefined;
  let requests: Requests | undefined;

  const close = async (): Promise<void> => {
    await lifecycle(async () => mounted?.unmount());
    mounted = undefined;
  };

  const pages: RemotePages = {
    network,
    close,
    leaksOf: (open) =>
      leaksOfVisits(async () => {
        await open();
        await close();
      }),
    around({ before, after } = {}) {
      beforeAll(() => {
        network.listen({ onUnhandledFrame: 'error' });
        requests = countRequests();
        before?.();
      });
      afterEach(async () => {
        startClock();
        await close();
        breakOpenConnections();
        // The store outlives the test, so a late response would reach the next test.
        await requests?.allEnded();
        network.resetHandlers();
        after?.();
      });
      afterAll(() => {
        requests?.stopCounting();
        network.close();
      });
    },
    async open(opening) {
      const {
        route,
        search = '',
        flags = noFlags,
        practiceId,
        user = newUser(),
        rights,
        featureFlags = [],
        settings,
        over,
      } = opening;
      const id = route.includes(':practice') ? (practiceId ?? nextPracticeId()) : 0;
      const summary: PracticeSummary = {
        id,
        name: 'Bright Smiles Dental',
        time_zone: 'America/Chicago',
        pms_name: 'opendental',
        ...(rights && { rights: [...rights] }),
        feature_flags: [...featureFlags],
      };
      const props: Partial<RemoteProps> = {
        route,
        practice: id === 0 ? null : summary,
        basePath: route.startsWith('/internal') ? '/internal' : `/settings/${id}`,
        ...(settings && { settings }),
        session: { user: { id: 'u1', name: 'Sam Staff', email: 'sam@bright-smiles.example' }, flags },
        ...over,
      };
      const at = `${route.replace(':practice', String(id))}${search}`;
      const remote = await lifecycle(() => mountRemote(lifecycles, props, at));
      mounted = remote;
      // Until then, pages without a practice would use what earlier tests have cached.
      if (id === 0) await act(nextFrame);
      const { location, navigate } = remote.props;
      return {
        ...remote,
        user,
        practiceId: id,
        address: () => location().pathname + location().search,
        go: (to) => act(() => navigate(to)),
        setFeatureFlags: (names) => act(() => remote.setFeatureFlags(names)),
        async reload() {
          const { search: query } = location();
          await reloadStored(close);
          return pages.open({ ...opening, search: query, user, ...(id !== 0 && { practiceId: id }) });
        },
      };
    },
  };
  return pages;
}
