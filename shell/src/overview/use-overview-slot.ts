import type { PracticeSummary } from 'shared-api/contracts';
import { useEffect, useMemo } from 'react';
import { contributionRunnerOf, type ContributionRunnerOptions } from '../contributions/contribution-runner';
import { placementsOf } from '../contributions/placements';
import { type SlotView, useSlot } from '../contributions/use-slot';
import type { Registry } from '../registry/registry';
import type { ShellContext } from '../shell-context';

interface OverviewSource {
  shell: ShellContext;
  registry: Registry;
  contributions: ContributionRunnerOptions;
  practice: PracticeSummary | null;
}

/** The modules' contributions to an overview. Refetched when the practice or its entitlements change. */
export function useOverviewSlot({
  shell,
  registry,
  contributions,
  practice,
}: OverviewSource): SlotView<'overview.card'> {
  const practiceId = practice?.id;
  const placements = useMemo(
    () => placementsOf(registry.modules(), 'overview.card', practice === null ? 'internal' : 'clinic', practice),
    // Renaming the practice needs no refetch.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [registry, practiceId],
  );
  const slot = useSlot(contributionRunnerOf(contributions), 'overview.card', placements);
  const { ask } = slot;
  useEffect(() => {
    const stop = [
      shell.topics.subscribe('practice-changed', () => ask()),
      shell.topics.subscribe('entitlements-changed', () => ask()),
    ];
    return () => {
      for (const end of stop) end();
    };
  }, [shell, ask]);
  return slot;
}
