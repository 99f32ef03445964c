/** The latest changes that people made. */
import { ask, type Contributions, contributionPractice } from 'shared-api';
import { shortInstants, type TextPart } from 'shared-api/contracts';
import { listActivity, type SentencePart } from 'shared-api/contracts/activity';
import { contributionMessages } from './messages';

const text = contributionMessages.latest;

const MAX_LINES = 5;

const tones: Record<SentencePart['kind'], TextPart['tone']> = {
  text: undefined,
  name: 'strong',
  removed: 'removed',
  added: 'added',
};

export const contribute: Contributions['overview.card'] = async (context) => {
  const { id, time_zone: timeZone } = contributionPractice(context);
  const query = { page_size: MAX_LINES, actor_kind: 'person' } as const;
  const { results } = await ask(listActivity, { params: { practice: id }, query }, context);
  const times = results.map(({ at }) => at);
  const leads = shortInstants(times, timeZone, new Date());
  return {
    link: { label: text.link, path: `${context.basePath}/activity` },
    blocks: [
      {
        kind: 'lines',
        lines: results.map(({ actor, sentence, link }, at) => ({
          ...(leads[at] !== undefined && { lead: leads[at] }),
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
