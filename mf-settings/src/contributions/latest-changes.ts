/** The latest changes that people made. */
import { ask, type Contributions, contributionPractice } from 'shared-api';
import { dateFormat, dayIn, type TextPart } from 'shared-api/contracts';
import { listActivity, type SentencePart } from 'shared-api/contracts/activity';
import { formatShortDate } from 'shared-ui';
import { contributionMessages } from './messages';

const text = contributionMessages.latest;

const MAX_LINES = 5;

const tones: Record<SentencePart['kind'], TextPart['tone']> = {
  text: undefined,
  name: 'strong',
  removed: 'removed',
  added: 'added',
};

/** `9:12 AM` today, else `Nov 18`, in the practice's time zone. */
function whenText(epochSeconds: number, timeZone: string): string {
  const at = new Date(epochSeconds * 1000);
  const day = dayIn(timeZone, at);
  if (day !== dayIn(timeZone, new Date())) return formatShortDate(day);
  return dateFormat('en-US', { timeStyle: 'short', timeZone })
    .format(at)
    .replace(/\u202f/g, ' ');
}

export const contribute: Contributions['overview.card'] = async (context) => {
  const { id, time_zone: timeZone } = contributionPractice(context);
  const query = { page_size: MAX_LINES, actor_kind: 'person' } as const;
  const { results } = await ask(listActivity, { params: { practice: id }, query }, context);
  return {
    link: { label: text.link, path: `${context.basePath}/activity` },
    blocks: [
      {
        kind: 'lines',
        lines: results.map(({ at, actor, sentence, link }) => ({
          lead: whenText(at, timeZone),
          parts: [
            { text: `${actor.name} `, tone: 'strong' as const },
            ...sentence.slice(0, 10).map(({ kind, text: said }) => {
              const tone = tones[kind];
              return { text: said.slice(0, 300), ...(tone && { tone }) };
            }),
          ],
          ...(link !== null && { path: link }),
        })),
        empty: text.none,
      },
    ],
  };
};
