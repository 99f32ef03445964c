/**
 * The contract between the shell and a remote: one object that only grows. Shell and remotes are deployed
 * independently, so nothing here is ever renamed, removed or redefined.
 */
import type { Commands, NavBadge, OverviewCard, SearchResults } from './contracts/contributions.js';
import type { SettingValue } from './contracts/module-setting-schema.js';
import type { Flags, PracticeSummary, User } from './contracts/session.js';

export type { Flags, PracticeSummary, User };

/** A toast. Errors also stay in the shell's notification list. */
export interface Notification {
  severity: 'success' | 'info' | 'warning' | 'error';
  message: string;
  /** Details, such as the changed fields, shown below the message. Older shells ignore them. */
  details?: string;
  /** Duration in milliseconds; 3000 by default (DECISIONS 32). */
  duration?: number;
  /**
   * Aborted once the notification is no longer valid, which closes its toast. Older shells show it for its full
   * duration.
   */
  until?: AbortSignal;
}

/** A description of the unsaved changes: "3 unsaved changes to Office & provider hours". */
export interface UnsavedChanges {
  what: string;
  /** True if Back or Forward to another query of the same page also loses them, like input in a dialog. */
  lostWithQuery?: boolean;
}

export interface NavigateOptions {
  /** Replaces the history entry instead of adding one. */
  replace?: boolean;
}

/** The current URL. `search` starts with `?` or is empty. */
export interface RemoteLocation {
  pathname: string;
  search: string;
  hash: string;
}

/** Events that modules publish for each other. A topic's payload can only gain fields. */
export interface RemoteTopics {
  /** A practice's name, its time zone, its feature flags or the person's rights were saved. The shell refetches the practice. */
  'practice-changed': { practice: number };
  /** The entitlements of a practice have changed. */
  'entitlements-changed': { practice: number };
}

export interface RemoteProps {
  readonly session: { readonly user: User; readonly flags: Flags };
  /** Null on internal pages without a practice. */
  readonly practice: PracticeSummary | null;
  /**
   * The current practice. Its name, feature flags and the person's rights can change while a module is mounted. Absent
   * in shells that predate rights.
   */
  currentPractice?(): PracticeSummary | null;
  /** Subscribes to changes of `currentPractice`. Returns the function that unsubscribes. */
  onPractice?(listener: () => void): () => void;
  /** Name and version of the module itself. */
  readonly module: { readonly name: string; readonly version: string };
  /** The operator's settings for the module, or its defaults (`useModuleSettings`). Absent in older shells. */
  readonly settings?: Readonly<Record<string, SettingValue>>;
  /** The path prefix before the module's part: `/settings/12` or `/internal`. */
  readonly basePath: string;
  /** The matched route of `module.json`, e.g. `/settings/:practice/practice/provider-hours`. */
  readonly route: string;
  /** The page's CSP nonce, for style elements that a module creates. */
  readonly nonce: string;
  location(): RemoteLocation;
  /** Subscribes to changes of the URL while the module is mounted. Returns the function that unsubscribes. */
  onLocation(listener: () => void): () => void;
  /** Navigates within the console. If the path changes, the shell asks about unsaved changes first. */
  navigate(to: string, options?: NavigateOptions): void;
  notify(notification: Notification): void;
  /** Sets the unsaved changes; null for none. */
  setUnsavedChanges(changes: UnsavedChanges | null): void;
  subscribe<Topic extends keyof RemoteTopics>(
    topic: Topic,
    listener: (payload: RemoteTopics[Topic]) => void,
  ): () => void;
  publish<Topic extends keyof RemoteTopics>(topic: Topic, payload: RemoteTopics[Topic]): void;
  /** Asks the person to sign in again. Resolves to true if the same person did. */
  reauthenticate(): Promise<boolean>;
  /** Asks the person for their second factor again. Resolves to true if they confirmed it. Absent in older shells. */
  stepUp?(): Promise<boolean>;
  /** Asks why the person opens a practice. Resolves to true once it is open. Absent in older shells. */
  openPractice?(question: SupportQuestion): Promise<boolean>;
  /** Reports that a call was refused because somebody else is signed in by now. Absent in older shells. */
  otherPerson?(): void;
  /** Reports a response's registry revision. */
  heardRevision(revision: string): void;
  /** Reports a response's revision of the person's access. Absent in older shells. */
  heardAccess?(revision: string): void;
  /** Reports a practice's feature flags from a response. Absent in older shells. */
  heardFeatureFlags?(practiceId: number, flags: readonly string[]): void;
  /** Called before and after each change, so that contributions refetch. Absent in older shells. */
  changed?(): void;
  /** Reports the outcome of each call of the module. Absent in older shells. */
  answered?(call: AnsweredCall): void;
}

/** A call that needs support access. */
export interface SupportQuestion {
  /** The call's practice. For a call about a customer, the customer's practices, one of which must be opened. */
  readonly practices: readonly { readonly id: number; readonly name: string }[];
  /** True if a page made the call without an action of the person. */
  readonly background: boolean;
}

/** The outcome of a call to the server. `status` is the HTTP status, or 0 without a response. */
export interface AnsweredCall {
  /** Name of the operation in its contract. */
  name: string;
  /** Its path in the contract, e.g. `/api/:practice/members/`. Absent from older kits. */
  path?: string;
  status: number;
  durationMs: number;
}

/** The props that single-spa adds when it calls a lifecycle. The shell's module host adds the same. */
export interface LifecycleProps extends RemoteProps {
  /** Unique per visit, because single-spa-react stores its roots by this name. */
  readonly name: string;
  readonly domElement: HTMLElement;
  /**
   * A React error boundary class that reports to the module host of its props. single-spa-react keeps the first
   * class that it is given, so the class must read its visit from its props.
   */
  readonly errorBoundaryClass?: unknown;
}

/** What a remote exposes as `./lifecycles`. */
export interface Lifecycles {
  bootstrap(props: LifecycleProps): Promise<unknown>;
  mount(props: LifecycleProps): Promise<unknown>;
  unmount(props: LifecycleProps): Promise<unknown>;
  /**
   * Fetches a page's code before the module is mounted on its route. The shell shows its own heading and skeleton until
   * then. Absent in older modules.
   *
   * @param route as in `module.json`
   */
  preload?(route: string): Promise<unknown>;
}

/** A contribution's input. A remote passes it to `send` as the transport's context. */
export interface ContributionContext {
  readonly session: { readonly user: User; readonly flags: Flags };
  /** The open practice; null for a contribution about the whole console, and on pages without a practice. */
  readonly practice: PracticeSummary | null;
  /** Name and version of the module itself. */
  readonly module: { readonly name: string; readonly version: string };
  /** The operator's settings for the module, or its defaults (`useModuleSettings`). Absent in older shells. */
  readonly settings?: Readonly<Record<string, SettingValue>>;
  /**
   * The path prefix before the module's part: `/settings/12` or `/internal`, or `/settings/:practice` for a
   * contribution that is called without a practice.
   */
  readonly basePath: string;
  /** Aborted when the slot is no longer shown, or the deadline has passed. */
  readonly signal: AbortSignal;
  reauthenticate(): Promise<boolean>;
  /** Absent in older shells. */
  stepUp?(): Promise<boolean>;
  openPractice?(question: SupportQuestion): Promise<boolean>;
  otherPerson?(): void;
  heardRevision(revision: string): void;
  heardAccess?(revision: string): void;
  heardFeatureFlags?(practiceId: number, flags: readonly string[]): void;
  changed?(): void;
  /** The response of an equal read that another contribution just made, or of this one. Absent in older shells. */
  reuse?<Answer>(key: string, read: () => Promise<Answer>): Promise<Answer>;
  answered?(call: AnsweredCall): void;
}

/** A module's functions for each slot. They reject on failure, and the shell then offers a retry. */
export interface Contributions {
  'overview.card': (context: ContributionContext) => Promise<OverviewCard>;
  'nav.badge': (context: ContributionContext) => Promise<NavBadge>;
  command: (context: ContributionContext) => Promise<Commands>;
  /** @param query the typed text, trimmed, at least 2 characters */
  search: (context: ContributionContext, query: string) => Promise<SearchResults>;
}

/** What `src/contributions/{name}.ts` of a remote exports, exposed as `./contributions/{name}`. */
export interface ContributionModule<Slot extends keyof Contributions = keyof Contributions> {
  contribute: Contributions[Slot];
}
