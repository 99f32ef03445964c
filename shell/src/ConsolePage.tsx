/** What stands in the middle of the console for the present address. */
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import type { ApiError } from 'shared-api';
import type { PracticeSummary } from 'shared-api/contracts';
import { ErrorState, LoadingBlock, Page, Panel } from 'shared-ui';
import { ChoosePracticePage } from './chrome/ChoosePracticePage';
import { NoAccessPage, NotFoundPage, NotInstalledPage } from './chrome/MissingPages';
import type { Console } from './console';
import { ModuleOutlet } from './frame/ModuleOutlet';
import type { ModuleFrame } from './frame/module-frame';
import { messages } from './messages';
import type { Place } from './navigation/place';

export interface ConsolePageProps {
  console: Console;
  frame: ModuleFrame;
  place: Place;
  practice: PracticeState;
}

/** The practice in the address: none, known, being asked for, or not to be had. */
export type PracticeState =
  | { phase: 'none' }
  | { phase: 'known'; practice: PracticeSummary }
  | { phase: 'loading' }
  | { phase: 'failed'; error: ApiError; retry: () => void };

/** Follows the practice in the address; asks the server for one that the session does not name. */
export function usePracticeState(console: Console, id: number | null, needed: boolean): PracticeState {
  const [answer, setAnswer] = useState<{ id: number; error: ApiError | null } | null>(null);
  const [attempt, setAttempt] = useState(0);
  const known = useSyncExternalStore(console.practices.subscribe, () =>
    id === null ? undefined : console.practices.known(id),
  );
  const ask = needed && id !== null && known === undefined;
  useEffect(() => {
    if (!ask) return undefined;
    let over = false;
    void console.practices.read(id).then((result) => {
      if (!over) setAnswer({ id, error: 'error' in result ? result.error : null });
    });
    return () => {
      over = true;
    };
  }, [console, ask, id, attempt]);

  if (id === null || (!known && !needed)) return { phase: 'none' };
  if (known) return { phase: 'known', practice: known };
  if (answer?.id === id && answer.error) {
    const retry = (): void => {
      setAnswer(null);
      setAttempt((count) => count + 1);
    };
    return { phase: 'failed', error: answer.error, retry };
  }
  return { phase: 'loading' };
}

export function ConsolePage({ console, frame, place, practice }: ConsolePageProps): ReactNode {
  if (place.kind === 'not-found') return <NotFoundPage />;
  if (place.kind === 'no-access') return <NoAccessPage />;
  if (place.kind === 'not-installed') return <NotInstalledPage title={place.title} home={place.practice !== null} />;
  if (place.kind === 'choose-practice') {
    return (
      <ChoosePracticePage
        search={console.practices.search}
        onChoose={({ id }) => void console.navigate(`/settings/${id}/`)}
      />
    );
  }
  if (place.kind === 'elsewhere') return null;
  const { title } = place.match.route;
  if (practice.phase === 'failed') {
    if (practice.error.status === 403 || practice.error.status === 404) return <NoAccessPage />;
    return (
      <Page title={title}>
        <Panel>
          <ErrorState title={messages.practice.failed} message={practice.error.message} onRetry={practice.retry} />
        </Panel>
      </Page>
    );
  }
  if (practice.phase === 'loading') {
    return (
      <Page title={title}>
        <LoadingBlock label={messages.practice.loading} />
      </Page>
    );
  }
  return <ModuleOutlet frame={frame} title={title} />;
}
