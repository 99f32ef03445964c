/** The shell's state and services of a session, for its views and for remotes. */
import type {
  ContributionContext,
  NavigateOptions,
  Notification,
  RemoteProps,
  TransportContext,
  UnsavedChanges,
} from 'shared-api';
import type { PageData, PracticeSummary, Session } from 'shared-api/contracts';
import type { Placement } from './contributions/placements';
import { createRecentReads } from './contributions/recent-reads';
import type { ConsoleHistory } from './navigation/history';
import { messages } from './messages';
import { practiceIn, type RouteMatch } from './navigation/routes';
import { nonce } from './nonce';
import type { Reports } from './reports/reports';
import { createAccess } from './session/access';
import { readPresentSession, readPresentUser } from './session/calls';
import { createIdentity, type Identity } from './session/identity';
import { createNotifications, type Notifications } from './session/notifications';
import { createPractices, type Practices } from './session/practices';
import { createReauthentication, type Reauthentication } from './session/reauthentication';
import { createSupportAccesses, type SupportAccesses } from './session/support-accesses';
import { createTopics, type Topics } from './session/topics';
import { createStore, type StoreApi } from 'zustand/vanilla';

/** An open question about unsaved changes. */
export interface LeaveQuestion {
  changes: UnsavedChanges;
  answer: (leave: boolean) => void;
}

export interface ShellContext {
  readonly session: Session;
  readonly page: PageData;
  readonly history: ConsoleHistory;
  readonly practices: Practices;
  readonly notifications: Notifications;
  readonly reauthentication: Reauthentication;
  /** Whether the session is still the one of this page's person. */
  readonly identity: Identity;
  /** What the session says of the computer. Undefined on one that nobody shares. */
  readonly sharedComputer: StoreApi<{ computer: Session['shared_computer'] }>;
  /** Asks for the second factor again. */
  readonly stepUp: Reauthentication;
  /** Practices that the person opened for a reason, and the question for it. */
  readonly support: SupportAccesses;
  readonly topics: Topics;
  readonly transport: TransportContext;
  readonly reports: Reports;
  readonly unsaved: StoreApi<UnsavedChanges | null>;
  readonly leaving: StoreApi<LeaveQuestion | null>;
  /** True once the registry is newer than this page. */
  readonly outdated: StoreApi<boolean>;
  /** Navigates to a URL. Reloads the page if the registry or the person's access has changed and nothing is unsaved. */
  navigate(to: string, options?: NavigateOptions): Promise<boolean>;
  notify(notification: Notification): void;
  /** Asks about unsaved changes, if there are any. Resolves to true if the person may leave. */
  mayLeave(): Promise<boolean>;
  propsFor(match: RouteMatch, practice: PracticeSummary | null): RemoteProps;
  contributionContextFor(placement: Placement, signal: AbortSignal): ContributionContext;
}

export function createShellContext(
  page: PageData,
  session: Session,
  history: ConsoleHistory,
  reports: Reports,
): ShellContext {
  const reauthentication = createReauthentication();
  const stepUp = createReauthentication();
  const identity = createIdentity({ user: session.user, readPresentUser, reauthentication });
  const otherPerson = (): void => {
    // Pages that poll are refused again and again.
    if (identity.other.getState() === null) void identity.check();
  };
  const notifications = createNotifications();
  const topics = createTopics();
  const unsaved = createStore<UnsavedChanges | null>(() => null);
  const sharedComputer = createStore(() => ({ computer: session.shared_computer }));
  const leaving = createStore<LeaveQuestion | null>(() => null);
  const outdated = createStore(() => false);
  const reads = createRecentReads();
  const transport: TransportContext = {
    session,
    otherPerson,
    heardAccess: (revision) => access.heard(revision),
    heardFeatureFlags: (practiceId, flags) => practices.heardFeatureFlags(practiceId, flags),
    reauthenticate: () => reauthentication.ask(),
    stepUp: () => stepUp.ask(),
    openPractice: (question) => support.ask(question),
    heardRevision: (revision) => outdated.setState(revision !== page.modules.revision),
    changed: () => reads.clear(),
    answered: (call) => reports.call(reports.shell, call),
  };
  const support = createSupportAccesses({
    context: transport,
    asks: page.asks_support_reasons,
    memberOf: session.practices.map(({ id }) => id),
  });
  const practices = createPractices(transport, [...session.practices, ...(page.practice ? [page.practice] : [])]);

  const access = createAccess({
    session,
    readPresentSession,
    practices,
    initial: page.access,
    openPracticeId: () => practiceIn(location.pathname),
    onOutdated: () => notifications.add({ severity: 'info', message: messages.accessChanged }),
  });

  /** Notifications of a page. A practice that the person has lost is said once, by the page: its failures are no news. */
  const notifyFor =
    (practice: PracticeSummary | null) =>
    (notification: Notification): void => {
      const add = (): void => {
        if (notification.severity === 'error' && practice && practices.former.getState().has(practice.id)) return;
        notifications.add(notification);
      };
      const refreshing = notification.severity === 'error' ? access.refreshing() : null;
      if (refreshing) void refreshing.then(add);
      else add();
    };

  topics.subscribe('practice-changed', ({ practice: practiceId }) => {
    reads.clear();
    void practices.read(practiceId);
  });
  topics.subscribe('entitlements-changed', () => reads.clear());

  const mayLeave = (): Promise<boolean> => {
    const changes = unsaved.getState();
    if (!changes) return Promise.resolve(true);
    leaving.getState()?.answer(false);
    return new Promise((resolve) => {
      leaving.setState(
        {
          changes,
          answer(leave) {
            leaving.setState(null);
            if (leave) unsaved.setState(null);
            resolve(leave);
          },
        },
        true,
      );
    });
  };
  history.guard((to, from, step) => {
    const changes = unsaved.getState();
    if (!changes || to.pathname !== from.pathname) return changes !== null;
    return changes.lostWithQuery === true && step === 'traverse' && to.search !== from.search;
  }, mayLeave);
  window.addEventListener('beforeunload', (event) => {
    if (unsaved.getState()) event.preventDefault();
  });

  const navigate = async (to: string, options?: NavigateOptions): Promise<boolean> => {
    const url = new URL(to, location.href);
    const isOld = outdated.getState() || access.isOutdated.getState();
    if (isOld && !unsaved.getState() && url.pathname !== location.pathname) {
      location.assign(url);
      return true;
    }
    return history.navigate(to, options);
  };

  const basePathOf = ({ audience }: Placement['module'], practice: PracticeSummary | null): string =>
    audience === 'clinic' && practice ? `/settings/${practice.id}` : '/internal';

  return {
    session,
    page,
    history,
    practices,
    notifications,
    reauthentication,
    identity,
    sharedComputer,
    stepUp,
    support,
    topics,
    transport,
    reports,
    unsaved,
    leaving,
    outdated,
    navigate,
    notify: (notification) => notifications.add(notification),
    mayLeave,
    propsFor: ({ module, route }, practice) => ({
      session: { user: session.user, flags: session.flags },
      practice,
      currentPractice: () => (practice ? (practices.known.getState().get(practice.id) ?? practice) : null),
      onPractice: (listener) => practices.known.subscribe(() => listener()),
      module: { name: module.name, version: module.version },
      ...(module.settings && { settings: module.settings }),
      basePath: basePathOf(module, practice),
      route: route.path,
      nonce,
      location: () => ({ pathname: location.pathname, search: location.search, hash: location.hash }),
      onLocation: (listener) => history.listen(listener),
      navigate: (to, options) => void navigate(to, options),
      notify: notifyFor(practice),
      setUnsavedChanges: (changes) => unsaved.setState(changes, true),
      subscribe: topics.subscribe,
      publish: topics.publish,
      reauthenticate: transport.reauthenticate,
      stepUp: () => stepUp.ask(),
      openPractice: support.ask,
      otherPerson,
      heardRevision: transport.heardRevision,
      heardAccess: (revision) => access.heard(revision),
      heardFeatureFlags: (practiceId, flags) => practices.heardFeatureFlags(practiceId, flags),
      changed: () => reads.clear(),
      answered: (call) => reports.call(module, call, route.first_calls),
    }),
    contributionContextFor: ({ module, practice, contribution }, signal) => ({
      session: { user: session.user, flags: session.flags },
      practice,
      module: { name: module.name, version: module.version },
      ...(module.settings && { settings: module.settings }),
      basePath: basePathOf(module, practice),
      signal,
      // Badges are asked in the background, where a person must not be interrupted.
      reauthenticate:
        contribution.slot === 'nav.badge' ? () => Promise.resolve(false) : () => transport.reauthenticate(),
      stepUp: () => stepUp.ask(),
      openPractice: contribution.slot === 'nav.badge' ? () => Promise.resolve(false) : support.ask,
      otherPerson,
      heardRevision: transport.heardRevision,
      heardAccess: (revision) => access.heard(revision),
      heardFeatureFlags: (practiceId, flags) => practices.heardFeatureFlags(practiceId, flags),
      changed: () => reads.clear(),
      reuse: (key, read) => reads.reuse(key, read),
      answered: (call) => reports.call(module, call),
    }),
  };
}
