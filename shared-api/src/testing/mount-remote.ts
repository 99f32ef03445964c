/** Mounts a remote like the shell's module host, and records what it reports to the shell. */
import type { Lifecycles, LifecycleProps, Notification, RemoteProps, RemoteTopics, UnsavedChanges } from '../remote.js';

export interface ShellRecord {
  notifications: Notification[];
  /** Messages that are no longer valid. */
  withdrawn?: string[];
  unsaved: UnsavedChanges | null;
  /** URLs to which the remote navigated, oldest first. */
  visited: string[];
  published: { topic: keyof RemoteTopics; payload: unknown }[];
  reauthentications: number;
}

export interface MountedRemote {
  node: HTMLElement;
  shell: ShellRecord;
  /** The props that the remote received. */
  props: RemoteProps;
  /** Sets the practice's feature flags, as if staff changed them while the page is open. */
  setFeatureFlags(names: readonly string[]): void;
  unmount(): Promise<void>;
}

let visits = 0;

const FIRST_PAGE = '/settings/1/practice/provider-hours';

/** The shell's props for practice 1 and its owner at a URL. `over` replaces any of them. */
export function remoteProps(shell: ShellRecord, over: Partial<RemoteProps> = {}, at = FIRST_PAGE): RemoteProps {
  const listeners = new Set<() => void>();
  const topics = new Map<string, Set<(payload: never) => void>>();
  let address = new URL(at, 'https://console.test');
  return {
    session: {
      user: { id: 'u-owner', name: 'Olivia Owner', email: 'owner@bright-smiles.example' },
      flags: { super_admin: false, task_admin: false, internal: false, developer: false },
    },
    practice: { id: 1, name: 'Bright Smiles Dental', time_zone: 'America/Chicago', pms_name: 'opendental' },
    module: { name: 'mf-test', version: '0.0.0' },
    basePath: '/settings/1',
    route: '/settings/:practice/practice/provider-hours',
    nonce: '',
    location: () => ({ pathname: address.pathname, search: address.search, hash: address.hash }),
    onLocation(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    navigate(to) {
      address = new URL(to, address);
      shell.visited.push(to);
      for (const listener of listeners) listener();
    },
    notify({ until, ...notification }) {
      shell.notifications.push(notification);
      until?.addEventListener('abort', () => (shell.withdrawn ??= []).push(notification.message));
    },
    setUnsavedChanges(changes) {
      shell.unsaved = changes;
    },
    subscribe(topic, listener) {
      const subscribers = topics.get(topic) ?? new Set();
      topics.set(topic, subscribers.add(listener));
      return () => subscribers.delete(listener);
    },
    publish(topic, payload) {
      shell.published.push({ topic, payload });
      for (const listener of topics.get(topic) ?? []) listener(payload as never);
    },
    reauthenticate() {
      shell.reauthentications += 1;
      return Promise.resolve(false);
    },
    heardRevision: () => undefined,
    ...over,
  };
}

/**
 * Waits for a single-spa step, which ends when React has rendered. The test reads nothing meanwhile, so React must not
 * report renders outside `act`.
 */
async function lifecycle<Result>(step: () => Promise<Result>): Promise<Result> {
  const react = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean | undefined };
  const { IS_REACT_ACT_ENVIRONMENT: before } = react;
  react.IS_REACT_ACT_ENVIRONMENT = false;
  try {
    return await step();
  } finally {
    react.IS_REACT_ACT_ENVIRONMENT = before;
  }
}

/** Rejects with the error of a page that crashes during its mount, which would otherwise never end. */
async function orCrash(mounting: Promise<unknown>, node: HTMLElement): Promise<void> {
  let stopListening = (): void => undefined;
  const crash = new Promise<never>((_, reject) => {
    const onError = ({ error, message }: ErrorEvent): void => {
      // React has already emptied the root when it reports the error to the window.
      if (node.childElementCount === 0) reject(error instanceof Error ? error : new Error(message));
    };
    window.addEventListener('error', onError);
    stopListening = () => window.removeEventListener('error', onError);
  });
  try {
    await Promise.race([mounting, crash]);
  } finally {
    stopListening();
  }
}

/** The props' practice as an observable. */
function changingPractice({ practice }: RemoteProps): {
  follow: Pick<RemoteProps, 'currentPractice' | 'onPractice'>;
  setFeatureFlags: MountedRemote['setFeatureFlags'];
} {
  const listeners = new Set<() => void>();
  let current = practice;
  return {
    follow: {
      currentPractice: () => current,
      onPractice(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    setFeatureFlags(names) {
      if (!current) throw new Error('Feature flags need a page with a practice.');
      current = { ...current, feature_flags: [...names] };
      for (const listener of listeners) listener();
    },
  };
}

/** @throws the error of a page that crashes during its mount */
export async function mountRemote(
  lifecycles: Lifecycles,
  over: Partial<RemoteProps> = {},
  at = FIRST_PAGE,
): Promise<MountedRemote> {
  const shell: ShellRecord = { notifications: [], unsaved: null, visited: [], published: [], reauthentications: 0 };
  const node = document.createElement('div');
  document.body.append(node);
  visits += 1;
  const initial = remoteProps(shell, over, at);
  const { follow, setFeatureFlags } = changingPractice(initial);
  const props: LifecycleProps = { ...follow, ...initial, name: `test#${visits}`, domElement: node };
  await lifecycles.bootstrap(props);
  await lifecycle(() => orCrash(lifecycles.mount(props), node));
  return {
    node,
    shell,
    props,
    setFeatureFlags,
    async unmount() {
      await lifecycle(() => lifecycles.unmount(props));
      node.remove();
    },
  };
}
