import { styled } from '@mui/material/styles';
import type { ActivityItem, SentencePart } from 'shared-api/contracts/activity';
import type { ReactNode } from 'react';
import { color } from '../theme/tokens';

export const Removed = styled('del')({ color: color.danger });
export const Added = styled('ins')({ color: color.success, fontWeight: 600, textDecoration: 'none' });
const Name = styled('span')({ fontWeight: 600 });

function Part({ part: { kind, text } }: { part: SentencePart }): ReactNode {
  switch (kind) {
    case 'removed':
      return <Removed>{text}</Removed>;
    case 'added':
      return <Added>{text}</Added>;
    case 'name':
      return <Name>{text}</Name>;
    case 'text':
      return text;
  }
}

export interface ChangeSentenceProps {
  item: Pick<ActivityItem, 'actor' | 'sentence'>;
}

/** One change as a sentence: who changed what. Old values are struck through, new ones are bold. */
export function ChangeSentence({ item: { actor, sentence } }: ChangeSentenceProps): ReactNode {
  return (
    <span style={{ overflowWrap: 'anywhere' }}>
      <strong>{actor.name}</strong>{' '}
      {sentence.map((part, index) => (
        <Part key={index} part={part} />
      ))}
    </span>
  );
}
