import { afterAll } from '@jest/globals';

export type CleanUp = () => unknown;

/** Runs all clean-ups, the last added first. Throws the first error at the end. */
export async function runCleanUps(cleanUps: readonly CleanUp[]): Promise<void> {
  const errors: unknown[] = [];
  for (const cleanUp of cleanUps.toReversed()) {
    try {
      await cleanUp();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}

/**
 * Stops everything a suite started. A setup that fails halfway stops only its started parts, so only its own error is
 * reported.
 *
 * @returns adds a clean-up. Call it directly after each start.
 */
export function cleanUpAfterAll(): (cleanUp: CleanUp) => void {
  const cleanUps: CleanUp[] = [];
  afterAll(() => runCleanUps(cleanUps));
  return (cleanUp) => {
    cleanUps.push(cleanUp);
  };
}
