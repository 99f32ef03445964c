/**
 * One arrival at a module: its own DOM node, its own single-spa name, its own boundary. Everything that a module can do
 * wrong ends as the state `failed`; nothing that it does, or never does, holds anything else up.
 */
import type { LifecycleProps, Lifecycles, RemoteProps } from 'shared-api';
import type { LoadableModule, VisitOutcome } from 'shared-api/contracts';
import { VisitBoundary, type VisitBoundaryProps } from './VisitBoundary';

/** Longest wait for a module's code, in milliseconds. */
export const LOAD_DEADLINE_MS = 8000;
/** Longest wait from the code to the module's first screen, in milliseconds. */
export const START_DEADLINE_MS = 4000;

/** What went wrong, in the order of a visit. */
export type VisitFault = Exclude<VisitOutcome, 'running'>;

export type VisitState =
  { phase: 'loading' } | { phase: 'running' } | { phase: 'failed'; fault: VisitFault; error: unknown };

export interface VisitOptions {
  module: LoadableModule;
  /** Unique in the page. */
  name: string;
  outlet: HTMLElement;
  props: RemoteProps;
  load: () => Promise<Lifecycles>;
  changed: (state: VisitState) => void;
}

export interface Visit {
  readonly module: LoadableModule;
  readonly state: VisitState;
  /** Ends the visit at once; the module's own unmounting is asked for and not waited for. */
  end(): void;
}

class Deadline extends Error {}

function within<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Deadline(`Not done after ${milliseconds} ms`)), milliseconds);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Calls a lifecycle of a module so that a throw and a rejection are the same. */
async function call(lifecycle: () => Promise<unknown>): Promise<void> {
  await lifecycle();
}

export function startVisit({ module, name, outlet, props, load, changed }: VisitOptions): Visit {
  const node = document.createElement('div');
  node.dataset['module'] = module.name;
  node.dataset['version'] = module.version;
  outlet.append(node);

  let state: VisitState = { phase: 'loading' };
  let over = false;
  let mounted: Lifecycles | null = null;

  const become = (next: VisitState): void => {
    if (over || state.phase === 'failed') return;
    state = next;
    changed(next);
  };
  const fail = (fault: VisitFault, error: unknown): void => {
    // A module that starts after its deadline must not appear beside the panel.
    node.remove();
    become({ phase: 'failed', fault, error });
  };

  /** Before the first screen a broken tree is a failed start, after it a crash. */
  const broke = (error: unknown): void => fail(state.phase === 'running' ? 'crashed' : 'start-failed', error);

  const lifecycleProps: LifecycleProps & VisitBoundaryProps = {
    ...props,
    name,
    domElement: node,
    errorBoundaryClass: VisitBoundary,
    crashed: broke,
  };

  // React empties a root that has no boundary and reports the error to the window alone.
  const onWindowError = (event: ErrorEvent): void => {
    queueMicrotask(() => {
      if (mounted && node.childElementCount === 0) broke(event.error ?? event.message);
    });
  };
  window.addEventListener('error', onWindowError);

  const unmount = (lifecycles: Lifecycles): void => {
    call(() => lifecycles.unmount(lifecycleProps)).catch(() => undefined);
  };

  async function run(): Promise<void> {
    let lifecycles: Lifecycles;
    try {
      lifecycles = await within(LOAD_DEADLINE_MS, load());
    } catch (error) {
      fail(error instanceof Deadline ? 'load-timeout' : 'load-failed', error);
      return;
    }
    // A late arrival of a visit that is over must not touch the page.
    if (over || state.phase === 'failed') return;
    mounted = lifecycles;
    try {
      await within(
        START_DEADLINE_MS,
        call(async () => {
          await lifecycles.bootstrap(lifecycleProps);
          if (!over) await lifecycles.mount(lifecycleProps);
        }),
      );
      become({ phase: 'running' });
    } catch (error) {
      fail(error instanceof Deadline ? 'start-timeout' : 'start-failed', error);
    }
  }
  void run();

  return {
    module,
    get state() {
      return state;
    },
    end() {
      if (over) return;
      over = true;
      window.removeEventListener('error', onWindowError);
      if (mounted) unmount(mounted);
      node.remove();
    },
  };
}
