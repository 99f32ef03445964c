/** The pages of one module in its tests, opened as the shell would, against a network that answers by the contracts. */
import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { act, getConfig } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import type { Flags, Lifecycles, RemoteProps } from 'shared-api';
import type { PracticeSummary, Right } from 'shared-api/contracts';
import { mountRemote, type MountedRemote } from 'shared-api/testing';
import { setupServer } from 'shared-api/testing/network';
import { startClock } from './clock';

export { stopClock, until } from './clock';

export interface OpenPage extends MountedRemote {
  user: UserEvent;
  /** Its number; 0 where the page is about none. */
  practice: number;
  /** Path and search of the address. */
  address: () => string;
  /** Goes to an address, as Back or a link of the shell would. */
  go: (to: string) => void;
}

export interface Opening {
  /** As `module.json` declares it. */
  route: string;
  /** Behind the path: `?page=2`. */
  search?: string;
  /** Of the person; none when absent. */
  flags?: Flags;
  /** One that was shown before; a new one when absent, so that nothing of another test is known of it. */
  practice?: number | undefined;
  user?: UserEvent;
  /** What the person may do in the practice; everything when absent. */
  rights?: readonly Right[] | undefined;
  over?: Partial<RemoteProps>;
}

export interface RemotePages {
  network: ReturnType<typeof setupServer>;
  /** The network around each test of a file, and the page closed after it. */
  around: (also?: { before?: () => void; after?: () => void }) => void;
  open: (opening: Opening) => Promise<OpenPage>;
  close: () => Promise<void>;
}

const noFlags: Flags = { super_admin: false, task_admin: false, internal: false, developer: false };

/** single-spa waits until React has drawn, which it does not do inside `act` before `act` ends. */
function lifecycle<Result>(step: () => Promise<Result>): Promise<Result> {
  return getConfig().asyncWrapper(step) as Promise<Result>;
}

let practices = 100;
/** The number of a practice that was never shown. */
export const nextPractice = (): number => (practices += 1);

export function remotePages(lifecycles: Lifecycles): RemotePages {
  const network = setupServer();
  let mounted: MountedRemote | undefined;

  const close = async (): Promise<void> => {
    await lifecycle(async () => mounted?.unmount());
    mounted = undefined;
  };

  return {
    network,
    close,
    around({ before, after } = {}) {
      beforeAll(() => {
        network.listen({ onUnhandledRequest: 'error' });
        before?.();
      });
      afterEach(async () => {
        startClock();
        await close();
        network.resetHandlers();
        after?.();
      });
      afterAll(() => network.close());
    },
    async open({ route, search = '', flags = noFlags, practice, user = userEvent.setup(), rights, over }) {
      const id = route.includes(':practice') ? (practice ?? nextPractice()) : 0;
      const summary: PracticeSummary = {
        id,
        name: 'Bright Smiles Dental',
        time_zone: 'America/Chicago',
        pms_name: 'opendental',
        ...(rights && { rights: [...rights] }),
      };
      const props: Partial<RemoteProps> = {
        route,
        practice: id === 0 ? null : summary,
        basePath: route.startsWith('/internal') ? '/internal' : `/settings/${id}`,
        session: { user: { id: 'u1', name: 'Sam Staff', email: 'sam@bright-smiles.example' }, flags },
        ...over,
      };
      const at = `${route.replace(':practice', String(id))}${search}`;
      const remote = await lifecycle(() => mountRemote(lifecycles, props, at));
      mounted = remote;
      const { location, navigate } = remote.props;
      return {
        ...remote,
        user,
        practice: id,
        address: () => location().pathname + location().search,
        go: (to) => act(() => navigate(to)),
      };
    },
  };
}
