/**
 * The badges of the navigation. They load after the page's module, and a badge that fails is left out. Until then, those are
 * shown that this tab showed last.
 */
import type { LoadableModule, PracticeSummary } from 'shared-api/contracts';
import { useEffect, useMemo, useState } from 'react';
import { fillPath } from '../navigation/routes';
import type { Registry } from '../registry/registry';
import type { ShellContext } from '../shell-context';
import type { ContributionRunnerOptions } from './contribution-runner';
import { type Badges, readBadges, rememberBadges } from './last-badges';
import { type Placement, placementsOf } from './placements';

/** Time after which the badges are asked again, as long as the page is visible. */
const BADGE_INTERVAL_MS = 300_000;
/** The page's own calls go first. */
const BADGE_DELAY_MS = 1500;
/** How often the badges wait that long while the page still loads. */
const MAX_DELAYS = 5;

const isPageLoading = (): boolean => document.querySelector('main [aria-busy="true"]') !== null;

const pathOf = ({ contribution }: Placement, practiceId: number | undefined): string =>
  fillPath(contribution.route ?? '', { practice: practiceId ?? '' });

/** @returns by path of the page */
export function useBadges(
  shell: ShellContext,
  registry: Registry,
  contributions: ContributionRunnerOptions,
  audience: LoadableModule['audience'],
  practice: PracticeSummary | null,
): Badges {
  const [badges, setBadges] = useState<{ of: unknown; map: Badges } | null>(null);
  const userId = shell.session.user.id;
  const practiceId = practice?.id;
  const place = `${audience} ${practiceId ?? ''}`;
  const rights = practice?.rights?.join();
  const placements = useMemo(
    () => placementsOf(registry.modules(), 'nav.badge', audience, practice),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only these facts of the practice matter
    [registry, audience, practiceId, rights],
  );
  const last = useMemo(
    () =>
      readBadges(
        userId,
        place,
        placements.map((placement) => pathOf(placement, practiceId)),
      ),
    [userId, place, placements, practiceId],
  );
  const current = badges?.of === placements ? badges.map : undefined;
  useEffect(() => {
    if (current) rememberBadges(userId, place, current);
  }, [userId, place, current]);

  useEffect(() => {
    if (placements.length === 0) return undefined;
    const stopped = new AbortController();
    const { signal } = stopped;
    const ask = async (): Promise<void> => {
      if (document.visibilityState === 'hidden') return;
      const { contributionRunnerOf } = await import('./contribution-runner');
      const runner = contributionRunnerOf(contributions);
      for (const placement of placements) {
        const path = pathOf(placement, practiceId);
        // A badge that fails is left out. Module health has the error.
        const badge = await runner.run({ placement, slot: 'nav.badge', signal }).catch(() => null);
        if (signal.aborted) return;
        setBadges((former) => {
          const next = new Map(former?.of === placements ? former.map : last);
          if (badge) next.set(path, badge);
          else next.delete(path);
          return { of: placements, map: next };
        });
      }
    };
    const askQuietly = (): void => void ask().catch(() => undefined);
    let first: ReturnType<typeof setTimeout>;
    const askAfterPage = (delays = 1): void => {
      first = setTimeout(() => {
        if (delays < MAX_DELAYS && isPageLoading()) askAfterPage(delays + 1);
        else askQuietly();
      }, BADGE_DELAY_MS);
    };
    askAfterPage();
    const timer = setInterval(askQuietly, BADGE_INTERVAL_MS);
    const ends = [
      shell.topics.subscribe('practice-changed', askQuietly),
      shell.topics.subscribe('entitlements-changed', askQuietly),
    ];
    return () => {
      stopped.abort();
      clearTimeout(first);
      clearInterval(timer);
      for (const end of ends) end();
    };
  }, [shell, contributions, placements, practiceId, last]);

  return current ?? last;
}
