/**
 * The contract between the shell and a remote: one object, which only grows. Shell and remotes are deployed independently,
 * so nothing here is renamed, removed or given another meaning.
 */
import type { Flags, PracticeSummary, User } from './contracts/session.js';

export type { Flags, PracticeSummary, User };

/** A toast. Errors also stay in the shell's notification list. */
export interface Notification {
  severity: 'success' | 'info' | 'warning' | 'error';
  message: string;
  /** How long it stays, in milliseconds; 3000 when absent (DECISIONS 32). */
  duration?: number;
}

/** Describes what leaving the page would lose: "3 unsaved changes to Office & provider hours". */
export interface UnsavedChanges {
  what: string;
  /** True when Back or Forward to another query of the same page loses them too, as input in a dialog. */
  lostWithQuery?: boolean;
}

export interface NavigateOptions {
  /** Replace the entry of the history instead of adding one: for filters, ranges and pages. */
  replace?: boolean;
}

/** The address as the shell sees it. `search` starts with `?` or is empty. */
export interface RemoteLocation {
  pathname: string;
  search: string;
  hash: string;
}

/** Events that modules publish for each other. A topic's payload only gains fields. */
export interface RemoteTopics {
  /** A practice's name, time zone or the person's rights were saved. The shell reads the practice again. */
  'practice-changed': { practice: number };
  /** What a practice may use has changed. */
  'entitlements-changed': { practice: number };
}

export interface RemoteProps {
  readonly session: { readonly user: User; readonly flags: Flags };
  /** Null on internal pages that belong to no practice. */
  readonly practice: PracticeSummary | null;
  /**
   * The current practice: its name and the person's rights may change while a module is mounted. Absent in shells that
   * predate rights.
   */
  currentPractice?(): PracticeSummary | null;
  /** Subscribes to changes of `currentPractice`. Returns the function that unsubscribes. */
  onPractice?(listener: () => void): () => void;
  /** Name and version of the module itself. */
  readonly module: { readonly name: string; readonly version: string };
  /** The part of the address before the module's own: `/settings/12` or `/internal`. */
  readonly basePath: string;
  /** The route of `module.json` that the address matched, e.g. `/settings/:practice/practice/provider-hours`. */
  readonly route: string;
  /** The page's CSP nonce, for style elements that a module creates. */
  readonly nonce: string;
  location(): RemoteLocation;
  /** Subscribes to changes of the address while the module is mounted. Returns the function that unsubscribes. */
  onLocation(listener: () => void): () => void;
  /** Navigates within the console. When the path changes, the shell asks about unsaved changes first. */
  navigate(to: string, options?: NavigateOptions): void;
  notify(notification: Notification): void;
  /** Sets what leaving the page would lose; null when nothing would be lost. */
  setUnsavedChanges(changes: UnsavedChanges | null): void;
  subscribe<Topic extends keyof RemoteTopics>(
    topic: Topic,
    listener: (payload: RemoteTopics[Topic]) => void,
  ): () => void;
  publish<Topic extends keyof RemoteTopics>(topic: Topic, payload: RemoteTopics[Topic]): void;
  /** Asks the person to sign in again; true when the same person did. */
  reauthenticate(): Promise<boolean>;
  /** Reports the registry revision that came with an answer. */
  heardRevision(revision: string): void;
  /** Reports how each call of the module ended; absent in older shells. */
  answered?(call: AnsweredCall): void;
}

/** How one call to the server ended. `status` is HTTP's, or 0 when no answer came. */
export interface AnsweredCall {
  /** Name of the operation in its contract. */
  name: string;
  status: number;
  durationMs: number;
}

/** The props that single-spa adds when it calls a lifecycle; the shell's module host adds the same. */
export interface LifecycleProps extends RemoteProps {
  /** Unique per visit: single-spa-react keeps its roots by this name. */
  readonly name: string;
  readonly domElement: HTMLElement;
  /**
   * A React error boundary class that reports to the module host of its props. single-spa-react keeps the first
   * class that it is given, so the class must read its visit from its props.
   */
  readonly errorBoundaryClass?: unknown;
}

/** The one thing that a remote exposes, as `./lifecycles`. */
export interface Lifecycles {
  bootstrap(props: LifecycleProps): Promise<unknown>;
  mount(props: LifecycleProps): Promise<unknown>;
  unmount(props: LifecycleProps): Promise<unknown>;
}
