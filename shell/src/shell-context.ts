/** The shell's state and services in a session, for its views and for remotes. */
import type { ContributionContext, NavigateOptions, Notification, RemoteProps, TransportContext } from 'shared-api';
import {
  ANY_PRACTICE,
  type LoadableModule,
  type PageData,
  type PracticeSummary,
  type Session,
} from 'shared-api/contracts';
import type { Placement } from './contributions/placements';
import { createRecentReads } from './contributions/recent-reads';
import type { ConsoleHistory } from './navigation/history';
import { messages } from './messages';
import { practiceIn, type RouteMatch } from './navigation/routes';
import { nonce } from './nonce';
import type { Reports } from './reports/reports';
import { type Access, createAccess } from './session/access';
import { readPresentSession, readPresentUser } from './session/calls';
import { createIdentity, type Identity } from './session/identity';
import { createNotifications, type Notifications } from './session/notifications';
import { createPractices, type Practices } from './session/practices';
import { createReauthentication, type Reauthentication } from './session/reauthentication';
import { createSupportAccesses, type SupportAccesses } from './session/support-accesses';
import { createTopics, type Topics } from './session/topics';
import { guardUnsavedChanges, type UnsavedChangesGuard } from './session/unsaved-changes';
import { createStore, type StoreApi } from 'zustand/vanilla';

export interface ShellContext extends UnsavedChangesGuard {
  readonly session: Session;
  readonly page: PageData;
  readonly history: ConsoleHistory;
  readonly practices: Practices;
  readonly notifications: Notifications;
  readonly reauthentication: Reauthentication;
  /** Whether the session is still the one of this page's person. */
  readonly identity: Identity;
  /** The session's shared computer settings. Undefined if it isn't shared. */
  readonly sharedComputer: StoreApi<{ computer: Session['shared_computer'] }>;
  /** Asks for the second factor again. */
  readonly stepUp: Reauthentication;
  /** Support accesses to practices, and the dialog that asks for a reason. */
  readonly support: SupportAccesses;
  readonly topics: Topics;
  readonly transport: TransportContext;
  readonly reports: Reports;
  /** True once the registry is newer than this page. */
  readonly outdated: StoreApi<boolean>;
  /** Navigates to a URL. Reloads the page if the registry or the person's access has changed and nothing is unsaved. */
  navigate(to: string, options?: NavigateOptions): Promise<boolean>;
  notify(notification: Notification): void;
  propsFor(match: RouteMatch, practice: PracticeSummary | null): RemoteProps;
  contributionContextFor(placement: Placement, signal: AbortSignal): ContributionContext;
}

/** The shell's options for all API calls. */
type ModuleCalls = Required<
  Pick<
    ContributionContext,
    | 'reauthenticate'
    | 'stepUp'
    | 'openPractice'
    | 'otherPerson'
    | 'heardRevision'
    | 'heardAccess'
    | 'heardFeatureFlags'
    | 'changed'
  >
>;

/** The module's props about the person, the practice and itself. */
function aboutModule({ user, flags }: Session, module: LoadableModule, practice: PracticeSummary | null) {
  return {
    session: { user, flags },
    practice,
    module: { name: module.name, version: module.version },
    ...(module.settings && { settings: module.settings }),
    basePath: module.audience === 'clinic' && practice ? `/settings/${practice.id}` : '/internal',
  };
}

interface NotifierOptions {
  notifications: Notifications;
  practices: Practices;
  access: Access;
}

/**
 * Notifications of a page. Failures after losing access to its practice are hidden, because the page itself says so.
 */
function notifierOf(
  practice: PracticeSummary | null,
  { notifications, practices, access }: NotifierOptions,
): RemoteProps['notify'] {
  return (notification) => {
    const add = (): void => {
      if (notification.severity === 'error' && practice && practices.former.getState().has(practice.id)) return;
      notifications.add(notification);
    };
    const refreshing = notification.severity === 'error' ? access.refreshing() : null;
    if (refreshing) void refreshing.then(add);
    else add();
  };
}

/** Parts of the session that are independent of the page. They refer to each other. */
function createServices(page: PageData, session: Session, reports: Reports) {
  const reauthentication = createReauthentication();
  const stepUp = createReauthentication();
  const identity = createIdentity({ user: session.user, readPresentUser, reauthentication });
  const otherPerson = (): void => {
    // A polling page is refused repeatedly.
    if (identity.other.getState() === null) void identity.check();
  };
  const notifications = createNotifications();
  const topics = createTopics();
  const sharedComputer = createStore(() => ({ computer: session.shared_computer }));
  const outdated = createStore(() => false);
  const reads = createRecentReads();
  const calls: ModuleCalls = {
    otherPerson,
    heardAccess: (revision) => access.heard(revision),
    heardFeatureFlags: (practiceId, flags) => practices.heardFeatureFlags(practiceId, flags),
    reauthenticate: () => reauthentication.ask(),
    stepUp: () => stepUp.ask(),
    openPractice: (question) => support.ask(question),
    heardRevision: (revision) => outdated.setState(revision !== page.modules.revision),
    changed: () => reads.clear(),
  };
  const transport: TransportContext = {
    session,
    ...calls,
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

  topics.subscribe('practice-changed', ({ practice: practiceId }) => {
    reads.clear();
    void practices.read(practiceId);
  });
  topics.subscribe('entitlements-changed', () => reads.clear());

  return {
    reauthentication,
    stepUp,
    identity,
    notifications,
    topics,
    sharedComputer,
    outdated,
    transport,
    support,
    practices,
    access,
    reads,
    calls,
  };
}

export function createShellContext(
  page: PageData,
  session: Session,
  history: ConsoleHistory,
  reports: Reports,
): ShellContext {
  const { access, reads, calls, ...services } = createServices(page, session, reports);
  const { notifications, topics, practices, outdated } = services;
  const { unsaved, leaving, mayLeave } = guardUnsavedChanges(history);

  const navigate = async (to: string, options?: NavigateOptions): Promise<boolean> => {
    const url = new URL(to, location.href);
    const isOld = outdated.getState() || access.isOutdated.getState();
    if (isOld && !unsaved.getState() && url.pathname !== location.pathname) {
      location.assign(url);
      return true;
    }
    return history.navigate(to, options);
  };

  return {
    ...services,
    session,
    page,
    history,
    reports,
    unsaved,
    leaving,
    navigate,
    notify: (notification) => notifications.add(notification),
    mayLeave,
    propsFor: ({ module, route }, practice) => ({
      ...aboutModule(session, module, practice),
      ...calls,
      currentPractice: () => (practice ? (practices.known.getState().get(practice.id) ?? practice) : null),
      onPractice: (listener) => practices.known.subscribe(() => listener()),
      route: route.path,
      nonce,
      location: () => ({ pathname: location.pathname, search: location.search, hash: location.hash }),
      onLocation: (listener) => history.listen(listener),
      navigate: (to, options) => void navigate(to, options),
      notify: notifierOf(practice, { notifications, practices, access }),
      setUnsavedChanges: (changes) => unsaved.setState(changes, true),
      subscribe: topics.subscribe,
      publish: topics.publish,
      answered: (call) => reports.call(module, call, route.first_calls),
    }),
    contributionContextFor: ({ module, practice, contribution }, signal) => ({
      ...aboutModule(session, module, practice),
      ...(module.audience === 'clinic' &&
        contribution.without_practice &&
        !practice && { basePath: `/settings/${ANY_PRACTICE}` }),
      ...calls,
      // Badges load in the background, where a person must not be interrupted.
      ...(contribution.slot === 'nav.badge' && {
        reauthenticate: () => Promise.resolve(false),
        openPractice: () => Promise.resolve(false),
      }),
      signal,
      reuse: (key, read) => reads.reuse(key, read),
      answered: (call) => reports.call(module, call),
    }),
  };
}
