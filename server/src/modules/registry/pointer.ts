/** The history of a module's pointer and its canaries. Pure functions. */

export interface Move {
  action: 'promote' | 'rollback' | 'canary' | 'withdraw';
  to_version: string;
}

/** True for a move of the pointer itself. Starting or ending a canary does not move the pointer. */
export function movesPointer({ action }: Pick<Move, 'action'>): boolean {
  return action === 'promote' || action === 'rollback';
}

/**
 * True when a server has started to offer its own release's version to its shell's pages before it is live. Canaries
 * have separate rows.
 */
export function offersVersion({ action, by_person }: Move & { by_person: boolean }): boolean {
  return action === 'canary' && !by_person;
}

export interface RecentVersion {
  version: string;
  /**
   * The kit whose pages a server offers the version to. Null: a server of an earlier release, which didn't record it.
   * Undefined: all pages.
   */
  offeredTo?: string | null;
}

/**
 * Versions available to pages, most recently chosen first: the live one, those live before it, and those that servers
 * offer. Leaves out a rolled-back version unless its server still offers it. A version chosen twice appears twice.
 *
 * @param moves oldest first
 */
export function versionsByRecency(
  moves: readonly (Move & { by_person: boolean; offered_to: string | null })[],
): RecentVersion[] {
  const story: (RecentVersion & { at: number })[] = [];
  const offered: (RecentVersion & { at: number })[] = [];
  moves.forEach((move, at) => {
    if (move.action === 'promote') story.push({ version: move.to_version, at });
    else if (move.action === 'rollback') {
      story.pop();
      const current = story.at(-1);
      if (current) current.at = at;
    } else if (offersVersion(move)) offered.push({ version: move.to_version, offeredTo: move.offered_to, at });
  });
  const newestFirst = [...story, ...offered].sort((left, right) => right.at - left.at);
  return newestFirst.map(({ at: _at, ...version }) => version);
}

/**
 * The version that a rollback returns to: the one that was live before the current one was promoted. A rollback removes
 * its promotion from the history, so two rollbacks go two versions back and never forward again. Canaries aren't part
 * of this history.
 *
 * @param moves oldest first
 */
export function versionBefore(moves: readonly Move[]): string | undefined {
  const story: string[] = [];
  for (const move of moves.filter(movesPointer)) {
    if (move.action === 'promote') story.push(move.to_version);
    else story.pop();
  }
  return story.at(-2);
}

/**
 * The latest move of the pointer or a canary by a person or a canary's rule. Ignores versions that servers offer to
 * their own pages.
 *
 * @param moves oldest first
 */
export function latestMove<Made extends Move & { by_person: boolean }>(moves: readonly Made[]): Made | undefined {
  return moves.findLast((move) => !offersVersion(move));
}
