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
 * The version that a rollback returns to: the one that was live before the current one was promoted. A rollback removes
 * its promotion from the history, so two rollbacks go two versions back and never forward again. Canaries are not part
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
