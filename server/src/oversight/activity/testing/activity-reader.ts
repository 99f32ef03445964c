/** Reads the activity through its calls, as text. */
import type { ActivityItem, ActivityPage } from 'shared-api/contracts/activity';
import type { Caller, TestServer } from '../../../testing/test-server.js';

/** `Sam Ortiz changed Friday’s office hours from 8:00–5:00 to 8:00–2:00` */
export const textOfItem = ({ actor, sentence }: ActivityItem): string =>
  `${actor.name} ${sentence.map(({ text }) => text).join('')}`;

/** The changes that aren't in the sentence: `Baseline date: none → Nov 1, 2026`. */
export const textsOfChanges = ({ changes }: ActivityItem): string[] =>
  changes.map(({ label, before, after, names }) =>
    names ? `${label} ${after ?? before ?? ''}` : `${label}: ${before ?? 'none'} → ${after ?? 'none'}`,
  );

export async function readPage(server: TestServer, caller: Caller, url: string): Promise<ActivityPage> {
  const response = await server.call(caller, 'GET', url);
  if (response.statusCode !== 200) throw new Error(response.body);
  return response.json<ActivityPage>();
}
