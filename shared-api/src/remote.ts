/**
 * What crosses the line between the shell and a remote: one object, which only ever grows. Shell and remotes are
 * deployed on their own days, so nothing here is renamed, removed or given another meaning.
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

/** What would be lost by leaving, in words: "3 unsaved changes to Office & provider hours". */
export interface UnsavedChanges {
  what: string;
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

/** Facts that other modules must hear. A topic's payload is never changed, only added to. */
export interface RemoteTopics {
  /** What others show of a practice was saved: its name, its time zone or the person's rights. The shell reads it again. */
  'practice-changed': { practice: number };
  /** What a practice may use has changed. */
  'entitlements-changed': { practice: number };
}

export interface RemoteProps {
  readonly session: { readonly user: User; readonly flags: Flags };
  /** Null on internal pages that belong to no practice. */
  readonly practice: PracticeSummary | null;
  /**
   * The practice as it is known now: its name and the person's rights may change while a module is mounted. Absent in shells
   * from before rights.
   */
  currentPractice?(): PracticeSummary | null;
  /** Hears every change of `currentPractice`. Returns the way to stop. */
  onPractice?(listener: () => void): () => void;
  /** Name and version of the module itself. */
  readonly module: { readonly name: string; readonly version: string };
  /** What stands before the module's own part of the address: `/settings/12` or `/internal`. */
  readonly basePath: string;
  /** The route of `module.json` that the address matched, e.g. `/settings/:practice/practice/provider-hours`. */
  readonly route: string;
  /** The page's nonce, for what makes style elements of its own. */
  readonly nonce: string;
  location(): RemoteLocation;
  /** Hears every change of the address while the module is mounted. Returns the way to stop. */
  onLocation(listener: () => void): () => void;
  /** Goes to an address within the console. Unsaved changes are asked about when the path changes. */
  navigate(to: string, options?: NavigateOptions): void;
  notify(notification: Notification): void;
  /** Says what leaving would lose, or null when nothing would be. */
  setUnsavedChanges(changes: UnsavedChanges | null): void;
  subscribe<Topic extends keyof RemoteTopics>(
    topic: Topic,
    listener: (payload: RemoteTopics[Topic]) => void,
  ): () => void;
  publish<Topic extends keyof RemoteTopics>(topic: Topic, payload: RemoteTopics[Topic]): void;
  /** Asks the person to sign in again; true when the same person did. */
  reauthenticate(): Promise<boolean>;
  /** Tells the shell the registry's revision that came with an answer. */
  heardRevision(revision: string): void;
  /** Hears how every call of the module ended; absent in shells from before it was there. */
  answered?(call: AnsweredCall): void;
}

/** How one call to the server ended. `status` is HTTP's, or 0 when no answer came. */
export interface AnsweredCall {
  /** Name of the operation in its contract. */
  name: string;
  status: number;
  durationMs: number;
}

/** What single-spa adds when it calls a lifecycle, as the shell's module frame does. */
export interface LifecycleProps extends RemoteProps {
  /** Unique per visit: single-spa-react keeps its roots by this name. */
  readonly name: string;
  readonly domElement: HTMLElement;
  /**
   * A React error boundary class that tells the frame of the visit in its props. single-spa-react keeps the first
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
