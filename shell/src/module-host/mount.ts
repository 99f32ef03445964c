/**
 * One mount of a module, with its own DOM node, single-spa name and error boundary. Every failure of a module
 * ends in the state `failed`. A module can't block anything else.
 */
import type { LifecycleProps, Lifecycles, RemoteProps } from 'shared-api';
import type { LoadableModule, VisitOutcome } from 'shared-api/contracts';
import { withDeadline } from './deadline';
import { MountBoundary, type MountBoundaryProps } from './MountBoundary';
import { watchTraces } from './traces';

/** Maximum wait for a module's code since the last arrival of code. */
export const LOAD_DEADLINE_MS = 8000;
/** Maximum wait for a module's first screen since its code loaded or code last arrived. */
export const START_DEADLINE_MS = 4000;

/** Kinds of failures, in the order of a mount. */
export type MountFault = Exclude<VisitOutcome, 'running'>;

export type MountState =
  | { phase: 'loading' }
  | { phase: 'running' }
  | { phase: 'failed'; fault: MountFault; error: unknown };

export interface MountOptions {
  module: LoadableModule;
  /** Unique on the page. */
  name: string;
  outlet: HTMLElement;
  props: RemoteProps;
  load: () => Promise<Lifecycles>;
  changed: (state: MountState) => void;
  /** Called after the end with the traces that the module left outside its node, after their removal. */
  left: (traces: string[]) => void;
}

export interface Mount {
  readonly module: LoadableModule;
  readonly state: MountState;
  /** Ends the mount immediately. Doesn't wait for the module's own unmount. */
  end(): void;
}

class Deadline extends Error {}

const lateAfter = (durationMs: number) => (): Error => new Deadline(`Not done after ${durationMs} ms`);

/** Calls a lifecycle of a module so that a synchronous throw becomes a rejection. */
async function call(lifecycle: () => Promise<unknown>): Promise<void> {
  await lifecycle();
}

function createNode(module: LoadableModule): HTMLElement {
  const node = document.createElement('div');
  node.dataset['module'] = module.name;
  // A developer's own build has no known version; the module's is the released one.
  node.dataset['version'] = module.overridden ? 'override' : module.version;
  return node;
}

/** Calls back with each uncaught error on the page. Returns a function that stops it. */
function watchUncaught(failed: (error: unknown) => void): () => void {
  const onWindowError = ({ error }: ErrorEvent): void => {
    // An event without an error is a browser notice.
    if (error === null || error === undefined) return;
    queueMicrotask(() => failed(error));
  };
  window.addEventListener('error', onWindowError);
  return () => window.removeEventListener('error', onWindowError);
}

export function mountModule({ module, name, outlet, props, load, changed, left }: MountOptions): Mount {
  const readTraces = watchTraces();
  const node = createNode(module);
  outlet.append(node);

  let state: MountState = { phase: 'loading' };
  let over = false;
  let mounted: Lifecycles | null = null;

  const become = (next: MountState): void => {
    if (over || state.phase === 'failed') return;
    state = next;
    changed(next);
  };
  const fail = (fault: MountFault, error: unknown): void => {
    // A module that starts after its deadline must not appear next to the panel.
    node.remove();
    become({ phase: 'failed', fault, error });
  };

  /** A crash before the first render is a failed start. */
  const broke = (error: unknown): void => fail(state.phase === 'running' ? 'crashed' : 'start-failed', error);

  const lifecycleProps: LifecycleProps & MountBoundaryProps = {
    ...props,
    name,
    domElement: node,
    errorBoundaryClass: MountBoundary,
    crashed: broke,
  };

  /** Uncaught errors while the module started, from the module or anything else on the page. */
  let uncaught: { error: unknown } | null = null;

  // React empties a root without a boundary and reports the error only to the window. Before the first screen the root
  // is empty anyway, so only a start without a screen shows that the module caused the error.
  const stopWatching = watchUncaught((error) => {
    if (!mounted || node.childElementCount > 0) return;
    if (state.phase === 'running') broke(error);
    else uncaught ??= { error };
  });

  /** If a module fails to unmount or hangs, everything still there counts as a trace. */
  async function unmount(lifecycles: Lifecycles): Promise<void> {
    const removeTraces = readTraces();
    const unmounting = call(() => lifecycles.unmount(lifecycleProps));
    await withDeadline(START_DEADLINE_MS, unmounting, lateAfter(START_DEADLINE_MS)).catch(() => undefined);
    const traces = removeTraces();
    if (traces.length > 0) left(traces);
  }

  async function run(): Promise<void> {
    let lifecycles: Lifecycles;
    try {
      lifecycles = await withDeadline(LOAD_DEADLINE_MS, load(), lateAfter(LOAD_DEADLINE_MS));
    } catch (error) {
      fail(error instanceof Deadline ? 'load-timeout' : 'load-failed', error);
      return;
    }
    // Code that loads after the mount has ended must not change the page.
    if (over || state.phase === 'failed') return;
    mounted = lifecycles;
    try {
      await withDeadline(
        START_DEADLINE_MS,
        call(async () => {
          await lifecycles.bootstrap(lifecycleProps);
          if (!over) await lifecycles.mount(lifecycleProps);
        }),
        lateAfter(START_DEADLINE_MS),
      );
      if (uncaught && node.childElementCount === 0) broke(uncaught.error);
      else become({ phase: 'running' });
    } catch (error) {
      if (!(error instanceof Deadline)) broke(error);
      else if (uncaught) broke(uncaught.error);
      else fail('start-timeout', error);
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
      stopWatching();
      if (mounted) void unmount(mounted);
      node.remove();
    },
  };
}
