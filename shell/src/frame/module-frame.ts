/**
 * Brings modules to the page. single-spa decides which module an address belongs to and gets lifecycles that resolve at
 * once, since a module's own could freeze all navigation; the visit inside does the waiting.
 */
import type { Lifecycles, RemoteProps } from 'shared-api';
import type { LoadableModule, VisitOutcome } from 'shared-api/contracts';
import { startVisit, type Visit, type VisitState } from './visit';

export interface FrameView {
  /** Counts arrivals, so that a view can tell one from the next. */
  visit: number;
  module: LoadableModule;
  state: VisitState;
  /** How often in a row this module has failed; from the second time on a reload of the page is offered. */
  failures: number;
}

/** An address that a module has been matched to. */
export interface Arrival {
  module: LoadableModule;
  /** Changes whenever the same module must be mounted anew: another route, another practice. */
  key: string;
  /** What the module is given, in the version that a visit begins with. */
  propsFor: (module: LoadableModule) => RemoteProps;
}

/** How an arrival turned out. One that the person left before is told of by nobody; a later crash is told once more. */
export interface VisitResult {
  module: LoadableModule;
  outcome: VisitOutcome;
  /** Since the arrival. */
  durationMs: number;
  /** Of a fault. */
  error?: unknown;
}

export interface FrameOptions {
  /** Loads a module's code; `attempt` counts from 1 for each module. */
  load: (module: LoadableModule, attempt: number) => Promise<Lifecycles>;
  /** The module as the registry has it now, for a retry: its version may have been mended or rolled back. */
  latest: (module: LoadableModule) => Promise<LoadableModule>;
  /** Hears how every arrival turned out. */
  ended: (result: VisitResult) => void;
}

export class ModuleFrame {
  readonly #options: FrameOptions;
  readonly #listeners = new Set<() => void>();
  readonly #attempts = new Map<string, number>();
  readonly #loaded = new Map<string, Promise<Lifecycles>>();
  readonly #failures = new Map<string, number>();
  #outlet: HTMLElement | null = null;
  #arrival: Arrival | null = null;
  #visit: Visit | null = null;
  #visits = 0;
  #view: FrameView | null = null;

  constructor(options: FrameOptions) {
    this.#options = options;
  }

  /** The present visit as the page shows it; null when no module is addressed. */
  get view(): FrameView | null {
    return this.#view;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getView = (): FrameView | null => this.#view;

  /** The element that visits put their nodes into; given once, by the frame's own view. */
  setOutlet(outlet: HTMLElement | null): void {
    this.#outlet = outlet;
    if (outlet && this.#arrival && !this.#visit) this.#begin(this.#arrival);
  }

  /** Shows the module of an address. The same key again changes nothing. */
  arrive(arrival: Arrival): void {
    if (this.#arrival && this.#arrival.module.name === arrival.module.name && this.#arrival.key === arrival.key) return;
    this.leave();
    this.#arrival = arrival;
    if (this.#outlet) this.#begin(arrival);
  }

  /** Ends the present visit. */
  leave(): void {
    this.#visit?.end();
    this.#visit = null;
    this.#arrival = null;
    this.#show(null);
  }

  /** Tries the present module again, in the version that is live now, its code loaded anew. */
  async retry(): Promise<void> {
    const arrival = this.#arrival;
    if (!arrival) return;
    this.#visit?.end();
    this.#visit = null;
    this.#loaded.delete(arrival.module.name);
    this.#show({
      visit: ++this.#visits,
      module: arrival.module,
      state: { phase: 'loading' },
      failures: this.#failuresOf(arrival.module.name),
    });
    const module = await this.#options.latest(arrival.module);
    if (this.#arrival !== arrival || this.#visit) return;
    this.#arrival = { ...arrival, module };
    this.#begin(this.#arrival);
  }

  /** Fetches a module's code ahead of a visit, for a link that is about to be followed. */
  prefetch(module: LoadableModule): void {
    this.#load(module).catch(() => undefined);
  }

  #load(module: LoadableModule): Promise<Lifecycles> {
    const under = this.#loaded.get(module.name);
    if (under) return under;
    const attempt = (this.#attempts.get(module.name) ?? 0) + 1;
    this.#attempts.set(module.name, attempt);
    const loading = this.#options.load(module, attempt);
    this.#loaded.set(module.name, loading);
    loading.catch(() => {
      if (this.#loaded.get(module.name) === loading) this.#loaded.delete(module.name);
    });
    return loading;
  }

  #begin(arrival: Arrival): void {
    const { module, propsFor } = arrival;
    if (!this.#outlet) return;
    const visit = ++this.#visits;
    const begin = performance.now();
    this.#show({ visit, module, state: { phase: 'loading' }, failures: this.#failuresOf(module.name) });
    this.#visit = startVisit({
      module,
      name: `${module.name}#${visit}`,
      outlet: this.#outlet,
      props: propsFor(module),
      load: () => this.#load(module),
      changed: (state) => this.#changed(visit, module, state, performance.now() - begin),
    });
  }

  #changed(visit: number, module: LoadableModule, state: VisitState, durationMs: number): void {
    if (this.#view?.visit !== visit) return;
    if (state.phase === 'failed') {
      // Whatever hangs or broke must not be what the next arrival gets.
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

  #show(view: FrameView | null): void {
    this.#view = view;
    for (const listener of [...this.#listeners]) listener();
  }
}
