/** The shell's parts put together for one session: what the views render and what the remotes are given. */
import type { NavigateOptions, Notification, RemoteProps, TransportContext, UnsavedChanges } from 'shared-api';
import type { PageData, PracticeSummary, Session } from 'shared-api/contracts';
import type { ConsoleHistory } from './navigation/history';
import type { RouteMatch } from './navigation/routes';
import { nonce } from './nonce';
import type { Reports } from './reports/reports';
import { createNotifications, type Notifications } from './session/notifications';
import { createPractices, type Practices } from './session/practices';
import { createReauthentication, type Reauthentication } from './session/reauthentication';
import { createTopics } from './session/topics';
import { createValue, type Value } from './value';

/** A question about unsaved changes that waits for its answer. */
export interface LeaveQuestion {
  changes: UnsavedChanges;
  answer: (leave: boolean) => void;
}

export interface Console {
  readonly session: Session;
  readonly page: PageData;
  readonly history: ConsoleHistory;
  readonly practices: Practices;
  readonly notifications: Notifications;
  readonly reauthentication: Reauthentication;
  readonly transport: TransportContext;
  readonly reports: Reports;
  readonly unsaved: Value<UnsavedChanges | null>;
  readonly leaving: Value<LeaveQuestion | null>;
  /** True once the registry has moved on from what this page has loaded. */
  readonly outdated: Value<boolean>;
  /** Goes to an address; loads the page anew when the registry has moved on and nothing is unsaved. */
  navigate(to: string, options?: NavigateOptions): Promise<boolean>;
  notify(notification: Notification): void;
  /** Asks about unsaved changes, if there are any. Resolves true when nothing holds the person here. */
  mayLeave(): Promise<boolean>;
  propsFor(match: RouteMatch, practice: PracticeSummary | null): RemoteProps;
}

export function createConsole(page: PageData, session: Session, history: ConsoleHistory, reports: Reports): Console {
  const reauthentication = createReauthentication();
  const notifications = createNotifications();
  const topics = createTopics();
  const unsaved = createValue<UnsavedChanges | null>(null);
  const leaving = createValue<LeaveQuestion | null>(null);
  const outdated = createValue(false);
  const transport: TransportContext = {
    reauthenticate: () => reauthentication.ask(),
    heardRevision: (revision) => outdated.set(revision !== page.modules.revision),
    answered: (call) => reports.call(reports.shell, call),
  };
  const practices = createPractices(transport, [...session.practices, ...(page.practice ? [page.practice] : [])]);

  topics.subscribe('practice-changed', ({ practice }) => void practices.read(practice));

  const mayLeave = (): Promise<boolean> => {
    const changes = unsaved.get();
    if (!changes) return Promise.resolve(true);
    leaving.get()?.answer(false);
    return new Promise((resolve) => {
      leaving.set({
        changes,
        answer(leave) {
          leaving.set(null);
          if (leave) unsaved.set(null);
          resolve(leave);
        },
      });
    });
  };
  history.guard((to, from) => unsaved.get() !== null && to.pathname !== from.pathname, mayLeave);
  window.addEventListener('beforeunload', (event) => {
    if (unsaved.get()) event.preventDefault();
  });

  const navigate = async (to: string, options?: NavigateOptions): Promise<boolean> => {
    const url = new URL(to, location.href);
    if (outdated.get() && !unsaved.get() && url.pathname !== location.pathname) {
      location.assign(url);
      return true;
    }
    return history.navigate(to, options);
  };

  return {
    session,
    page,
    history,
    practices,
    notifications,
    reauthentication,
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
      currentPractice: () => (practice ? (practices.known(practice.id) ?? practice) : null),
      onPractice: practices.subscribe,
      module: { name: module.name, version: module.version },
      basePath: module.audience === 'clinic' && practice ? `/settings/${practice.id}` : '/internal',
      route: route.path,
      nonce,
      location: () => ({ pathname: location.pathname, search: location.search, hash: location.hash }),
      onLocation: (listener) => history.listen(listener),
      navigate: (to, options) => void navigate(to, options),
      notify: (notification) => notifications.add(notification),
      setUnsavedChanges: (changes) => unsaved.set(changes),
      subscribe: topics.subscribe,
      publish: topics.publish,
      reauthenticate: transport.reauthenticate,
      heardRevision: transport.heardRevision,
      answered: (call) => reports.call(module, call),
    }),
  };
}
