import type { ContributionContext } from './remote.js';
import { contributionPractice } from './transport/transport.js';

/** Every pause in typing triggers a search. The first one's data serves the others. */
const MAX_AGE_MS = 60_000;

/**
 * Caches a practice's entries for a minute, for the searches of a `search` contribution. Failures aren't cached.
 *
 * @example const readPeople = remembered(async (context) => (await ask(listMembers, …, context)).members);
 */
export function remembered<Answer>(
  read: (context: ContributionContext) => Promise<Answer>,
): (context: ContributionContext) => Promise<Answer> {
  let latest: { practiceId: number; readAt: number; answer: Answer } | undefined;
  return async (context) => {
    const { id: practiceId } = contributionPractice(context);
    if (latest?.practiceId === practiceId && Date.now() - latest.readAt < MAX_AGE_MS) return latest.answer;
    const answer = await read(context);
    latest = { practiceId, readAt: Date.now(), answer };
    return answer;
  };
}
