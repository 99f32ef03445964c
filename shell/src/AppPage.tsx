/** The main content for the current URL. */
import { type ComponentProps, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import type { ApiError } from 'shared-api';
import type { PracticeSummary } from 'shared-api/contracts';
import { ErrorState, LoadingBlock, Page, PageSkeleton, Panel } from 'shared-ui';
import { useStore } from 'zustand';
import { ChoosePracticePage } from './chrome/ChoosePracticePage';
import {
  EndedAccessPage,
  NoAccessPage,
  NotFoundPage,
  NotInstalledPage,
  UnknownPracticePage,
} from './chrome/MissingPages';
import type { ContributionRunnerOptions } from './contributions/contribution-runner';
import { isNoAccess, isUnknownPractice, readLastPractice } from './session/practices';
import type { AccountPageProps } from './account/AccountPage';
import type { PracticeInvitationsProps } from './account/PracticeInvitations';
import type { PreviewPageProps } from './preview/PreviewPage';
import type { OverviewPageProps } from './overview/OverviewPage';
import type { Registry } from './registry/registry';
import type { ShellContext } from './shell-context';
import { SupportReasonPage } from './support/SupportReasonPage';
import { ModuleOutlet } from './module-host/ModuleOutlet';
import type { ModuleHost } from './module-host/module-host';
import { messages } from './messages';
import { practiceOverviewPath, type ResolvedRoute } from './navigation/resolve-route';

/** Replaces a page of the shell whose code failed to load. */
function NotLoaded({ title, message }: { title: string; message: string }): ReactNode {
  return (
    <Page title={title}>
      <Panel>
        <ErrorState message={message} onRetry={() => location.reload()} />
      </Panel>
    </Page>
  );
}

/** Loads with the first overview. If its chunk fails to load, the page says so. */
const OverviewPage = lazy<(props: OverviewPageProps) => ReactNode>(() =>
  import(/* webpackChunkName: "overview" */ './overview/OverviewPage').then(
    (loaded) => ({ default: loaded.OverviewPage }),
    () => ({ default: () => <NotLoaded title={messages.titles.overview} message={messages.overviewNotLoaded} /> }),
  ),
);

/** Loads when opened. If its chunk fails to load, the page says so. */
const AccountPage = lazy<(props: AccountPageProps) => ReactNode>(() =>
  import('./account/AccountPage').then(
    (loaded) => ({ default: loaded.AccountPage }),
    () => ({ default: () => <NotLoaded title={messages.titles.account} message={messages.accountNotLoaded} /> }),
  ),
);

/** Loads when opened. If its chunk fails to load, the page says so. */
const PreviewPage = lazy<(props: PreviewPageProps) => ReactNode>(() =>
  import('./preview/PreviewPage').then(
    (loaded) => ({ default: loaded.PreviewPage }),
    () => ({ default: () => <NotLoaded title={messages.titles.preview} message={messages.previewNotLoaded} /> }),
  ),
);

/** The first module page that opens without choosing a practice, otherwise the start page. */
function firstPathOf(name: string, registry: Registry, { session }: ShellContext): string {
  const [path = ''] = (registry.modules().find((module) => module.name === name)?.routes ?? []).map((one) => one.path);
  const practice = readLastPractice(session.user.id) ?? session.practices[0]?.id;
  const filled = path.replace(/\/:practice(?=\/|$)/, practice === undefined ? '$&' : `/${practice}`);
  return filled === '' || filled.includes(':') ? '/' : filled;
}

export interface AppPageProps {
  shell: ShellContext;
  registry: Registry;
  host: ModuleHost;
  contributions: ContributionRunnerOptions;
  route: ResolvedRoute;
  practice: PracticeState;
}

/** The practice in the URL: none, known, loading or failed. */
export type PracticeState =
  | { phase: 'none' }
  | { phase: 'known'; practice: PracticeSummary }
  | { phase: 'loading' }
  /** The person has to give a reason for opening it. */
  | { phase: 'closed'; practice: PracticeSummary }
  | { phase: 'failed'; id: number; error: ApiError; retry: () => void };

/** Loads the practice in the URL if the session doesn't include it. */
function usePracticeState(shell: ShellContext, id: number | null, needed: boolean): PracticeState {
  const [answer, setAnswer] = useState<{ id: number; error: ApiError | null } | null>(null);
  const [attempt, setAttempt] = useState(0);
  const known = useStore(shell.practices.known, (practices) => (id === null ? undefined : practices.get(id)));
  const ask = needed && id !== null && known === undefined;
  useEffect(() => {
    if (!ask) return undefined;
    let over = false;
    void shell.practices.read(id).then((result) => {
      if (!over) setAnswer({ id, error: 'error' in result ? result.error : null });
    });
    return () => {
      over = true;
    };
  }, [shell, ask, id, attempt]);

  if (id === null || (!known && !needed)) return { phase: 'none' };
  if (known) return { phase: 'known', practice: known };
  if (answer?.id === id && answer.error) {
    const retry = (): void => {
      setAnswer(null);
      setAttempt((count) => count + 1);
    };
    return { phase: 'failed', id, error: answer.error, retry };
  }
  return { phase: 'loading' };
}

/** Reads whether the person can open the practice, if that isn't known yet. */
export function useOpenPractice(shell: ShellContext, id: number | null, needed: boolean): PracticeState {
  const practice = usePracticeState(shell, id, needed);
  const { support } = shell;
  const state = useStore(support.states, () => (id === null ? undefined : support.stateOf(id)?.phase));
  const [failed, setFailed] = useState<{ id: number; error: ApiError } | null>(null);
  const ask = needed && practice.phase === 'known' && id !== null && state === undefined && failed?.id !== id;
  useEffect(() => {
    if (!ask) return undefined;
    let over = false;
    void support.read(id).then(({ error }) => {
      if (!over && error) setFailed({ id, error });
    });
    return () => {
      over = true;
    };
  }, [support, ask, id]);

  if (practice.phase !== 'known' || !needed) return practice;
  if (state === 'closed') return { phase: 'closed', practice: practice.practice };
  if (state !== undefined) return practice;
  return failed?.id === id
    ? { phase: 'failed', id: failed.id, error: failed.error, retry: () => setFailed(null) }
    : { phase: 'loading' };
}

/** People who can open every practice also see that one doesn't exist. */
const mayOpenAll = ({ session }: ShellContext): boolean => session.all_practices || session.flags.internal;

/** Loads only for people with an invitation. If its chunk fails to load, nothing is shown. */
const PracticeInvitations = lazy<(props: PracticeInvitationsProps) => ReactNode>(() =>
  import('./account/PracticeInvitations').then(
    (loaded) => ({ default: loaded.PracticeInvitations }),
    () => ({ default: () => null }),
  ),
);

/** Invitations appear only on the shell's own pages, because a module's page is for work. */
export function AppPage(props: AppPageProps): ReactNode {
  const { shell, route } = props;
  const { invitations = [] } = shell.session;
  return (
    <>
      {invitations.length > 0 && route.kind !== 'module' && (
        <Suspense fallback={null}>
          <PracticeInvitations
            invitations={invitations}
            transport={shell.transport}
            notify={shell.notify}
            onAccepted={(id) => location.assign(practiceOverviewPath(id))}
          />
        </Suspense>
      )}
      <RoutedPage {...props} />
    </>
  );
}

/** A placeholder while a page's code or practice loads. */
function LoadingPage({ title, ...block }: { title: string } & ComponentProps<typeof LoadingBlock>): ReactNode {
  return (
    <Page title={title}>
      <LoadingBlock {...block} />
    </Page>
  );
}

interface FailedPracticeProps {
  shell: ShellContext;
  title: string;
  practice: Extract<PracticeState, { phase: 'failed' }>;
}

function FailedPractice({ shell, title, practice }: FailedPracticeProps): ReactNode {
  if (mayOpenAll(shell) && isUnknownPractice(practice.error)) return <UnknownPracticePage id={practice.id} />;
  if (isNoAccess(practice.error)) {
    const name = shell.practices.former.getState().get(practice.id);
    return name === undefined ? <NoAccessPage /> : <EndedAccessPage practice={name} />;
  }
  return (
    <Page title={title}>
      <Panel>
        <ErrorState title={messages.practice.failed} message={practice.error.message} onRetry={practice.retry} />
      </Panel>
    </Page>
  );
}

type PracticeRoute = Extract<ResolvedRoute, { kind: 'module' | 'overview' }>;

/** Shows a practice's page or an internal one once the practice is known and open. */
function PracticePage(props: AppPageProps & { route: PracticeRoute }): ReactNode {
  const { shell, registry, host, contributions, route, practice } = props;
  const title = route.kind === 'overview' ? messages.titles.overview : route.match.route.title;
  const shape = route.kind === 'overview' ? 'cards' : route.match.route.shape;
  const skeleton = shape && <PageSkeleton shape={shape} />;
  if (practice.phase === 'failed') return <FailedPractice shell={shell} title={title} practice={practice} />;
  if (practice.phase === 'closed') return <SupportReasonPage practice={practice.practice} support={shell.support} />;
  if (practice.phase === 'loading') {
    return <LoadingPage title={title} label={messages.practice.loading} shape={skeleton} />;
  }
  if (route.kind === 'module') return <ModuleOutlet host={host} title={title} shape={shape} />;
  return (
    <Suspense fallback={<LoadingPage title={title} label={messages.overviewLoading} shape={skeleton} />}>
      <OverviewPage
        // A different practice remounts the page.
        key={route.practiceId}
        shell={shell}
        registry={registry}
        contributions={contributions}
        practice={practice.phase === 'known' ? practice.practice : null}
      />
    </Suspense>
  );
}

function RoutedPage(props: AppPageProps): ReactNode {
  const { shell, registry, route } = props;
  switch (route.kind) {
    case 'not-found':
      return <NotFoundPage />;
    case 'no-access':
      return <NoAccessPage />;
    case 'unknown-practice':
      return <UnknownPracticePage id={route.practice} />;
    case 'not-installed':
      return <NotInstalledPage title={route.title} home={route.practiceId !== null} />;
    case 'choose-practice':
      return (
        <ChoosePracticePage
          search={shell.practices.search}
          onChoose={({ id }) => void shell.navigate(`/settings/${id}/`)}
        />
      );
    case 'redirect':
      return null;
    case 'preview':
      return (
        <Suspense fallback={<LoadingPage title={messages.titles.preview} label={messages.previewLoading} />}>
          <PreviewPage
            key={`${route.module}/${route.preview}`}
            module={route.module}
            preview={route.preview}
            transport={shell.transport}
            onChange={() => location.assign(firstPathOf(route.module, registry, shell))}
          />
        </Suspense>
      );
    case 'account':
      return (
        <Suspense fallback={<LoadingPage title={messages.titles.account} label={messages.accountLoading} />}>
          <AccountPage
            user={shell.session.user}
            transport={shell.transport}
            notify={shell.notify}
            release={shell.page.release}
          />
        </Suspense>
      );
    case 'module':
    case 'overview':
      return <PracticePage {...props} route={route} />;
  }
}
