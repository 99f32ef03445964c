/** Where a module's pointer has been. Pure. */

export interface Move {
  action: 'promote' | 'rollback';
  to_version: string;
}

/**
 * The version to which rolling back returns: the one that was live before the present one was promoted. A rollback
 * takes its promotion out of the story, so rolling back twice goes two versions back, never forth again.
 *
 * @param moves oldest first
 */
export function versionBefore(moves: readonly Move[]): string | undefined {
  const story: string[] = [];
  for (const move of moves) {
    if (move.action === 'promote') story.push(move.to_version);
    else story.pop();
  }
  return story.at(-2);
}
