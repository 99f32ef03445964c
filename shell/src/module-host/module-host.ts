/**
 * Mounts modules. single-spa decides which module a URL belongs to. It gets lifecycles that resolve immediately, because
 * a module's own lifecycles could block all navigation. This host waits for them instead.
 */
import type { Lifecycles, RemoteProps } from 'shared-api';
import type { LoadableModule, VisitOutcome } from 'shared-api/contracts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { mountModule, type Mount, type MountState } from './mount';

export interface ModuleView {
  /** Counts mounts, so that a view can tell them apart. */
  visit: number;
  module: LoadableModule;
  state: MountState;
  /** Number of consecutive failures of this module. From the second on, the panel offers a page reload. */
  failures: number;
}

/** A request to show a module, from the matched URL. */
export interface ModuleRequest {
  module: LoadableModule;
  /** Changes whenever the module must be mounted again: another route, another practice. */
  key: string;
  /** Builds the props for the version that is mounted. */
  propsFor: (module: LoadableModule) => RemoteProps;
}

/** The result of a mount. Not reported if the person left early. A later crash is reported separately. */
export interface MountResult {
  module: LoadableModule;
  outcome: VisitOutcome;
  /** Time since the module was requested. */
  durationMs: number;
  /** The error behind a fault. */
  error?: unknown;
}

export interface ModuleHostOptions {
  /** Loads a module's code, to open a route. `attempt` counts from 1 per module. */
  load: (module: LoadableModule, attempt: number, route: string) => Promise<Lifecycles>;
  /** Reloads the module from the registry for a retry, because its version can have been fixed or rolled back. */
  latest: (module: LoadableModule) => Promise<LoadableModule>;
  /** Called with the result of every mount. */
  ended: (result: MountResult) => void;
  /** Called with the traces that an unmounted module left in the page, after their removal. */
  left: (module: LoadableModule, traces: string[]) => void;
}

export class ModuleHost {
  /** The current mount for the page; null if no module is requested. */
  readonly view: StoreApi<ModuleView | null> = createStore<ModuleView | null>(() => null);
  readonly #options: ModuleHostOptions;
  readonly #attempts = new Map<string, number>();
  readonly #loaded = new Map<string, Promise<Lifecycles>>();
  readonly #failures = new Map<string, number>();
  #outlet: HTMLElement | null = null;
  #arrival: ModuleRequest | null = null;
  #mount: Mount | null = null;
  #mountCount = 0;

  constructor(options: ModuleHostOptions) {
    this.#options = options;
  }

  /** The element into which modules are mounted. Set once, by `ModuleOutlet`. */
  setOutlet(outlet: HTMLElement | null): void {
    this.#outlet = outlet;
    if (outlet && this.#arrival && !this.#mount) this.#begin(this.#arrival);
  }

  /** Shows the module of a URL. Ignores a repeated key. */
  arrive(arrival: ModuleRequest): void {
    if (this.#arrival && this.#arrival.module.name === arrival.module.name && this.#arrival.key === arrival.key) return;
    this.leave();
    this.#arrival = arrival;
    if (this.#outlet) this.#begin(arrival);
  }

  /** Unmounts the current module. */
  leave(): void {
    this.#mount?.end();
    this.#mount = null;
    this.#arrival = null;
    this.#show(null);
  }

  /** Retries the current module in its live version and reloads its code. */
  async retry(): Promise<void> {
    const arrival = this.#arrival;
    if (!arrival) return;
    this.#mount?.end();
    this.#mount = null;
    this.#loaded.delete(arrival.module.name);
    this.#show({
      visit: ++this.#mountCount,
      module: arrival.module,
      state: { phase: 'loading' },
      failures: this.#failuresOf(arrival.module.name),
    });
    const module = await this.#options.latest(arrival.module);
    if (this.#arrival !== arrival || this.#mount) return;
    this.#arrival = { ...arrival, module };
    this.#begin(this.#arrival);
  }

  /** Prefetches a page's code for a link that is likely to be followed. */
  prefetch(module: LoadableModule, route: string): void {
    this.#loadPage(module, route).catch(() => undefined);
  }

  async #loadPage(module: LoadableModule, route: string): Promise<Lifecycles> {
    const lifecycles = await this.#load(module, route);
    await lifecycles.preload?.(route);
    return lifecycles;
  }

  #load(module: LoadableModule, route: string): Promise<Lifecycles> {
    const under = this.#loaded.get(module.name);
    if (under) return under;
    const attempt = (this.#attempts.get(module.name) ?? 0) + 1;
    this.#attempts.set(module.name, attempt);
    const loading = this.#options.load(module, attempt, route);
    this.#loaded.set(module.name, loading);
    loading.catch(() => {
      if (this.#loaded.get(module.name) === loading) this.#loaded.delete(module.name);
    });
    return loading;
  }

  #begin(arrival: ModuleRequest): void {
    const { module, propsFor } = arrival;
    if (!this.#outlet) return;
    const visit = ++this.#mountCount;
    const begin = performance.now();
    this.#show({ visit, module, state: { phase: 'loading' }, failures: this.#failuresOf(module.name) });
    const props = propsFor(module);
    this.#mount = mountModule({
      module,
      name: `${module.name}#${visit}`,
      outlet: this.#outlet,
      props,
      load: () => this.#loadPage(module, props.route),
      changed: (state) => this.#changed(visit, module, state, performance.now() - begin),
      left: (traces) => this.#options.left(module, traces),
    });
  }

  #changed(visit: number, module: LoadableModule, state: MountState, durationMs: number): void {
    if (this.view.getState()?.visit !== visit) return;
    if (state.phase === 'failed') {
      // The next mount must not reuse code that hangs or crashed.
      this.#loaded.delete(module.name);
      this.#failures.set(module.name, this.#failuresOf(module.name) + 1);
      this.#options.ended({ module, outcome: state.fault, durationMs, error: state.error });
    } else if (state.phase === 'running') {
      this.#failures.set(module.name, 0);
      this.#options.ended({ module, outcome: 'running', durationMs });
    }
    this.#show({ visit, module, state, failures: this.#failuresOf(module.name) });
  }

  #failuresOf(name: string): number {
    return this.#failures.get(name) ?? 0;
  }

  #show(view: ModuleView | null): void {
    this.view.setState(view, true);
  }
}
