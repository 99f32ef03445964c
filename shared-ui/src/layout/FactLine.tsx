import { styled } from '@mui/material/styles';
import { Fragment, type ReactNode } from 'react';
import { touch } from '../theme/tokens';

const GAP = '1em';

/** Room for the focus ring of a link at the start of a line. A dot in the gap before it is further out. */
const RING = 4;

const Line = styled('span')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  columnGap: GAP,
  // Cuts off the dots before the first fact of each line.
  clipPath: `inset(-${RING}px)`,
});

const Fact = styled('span')({
  position: 'relative',
  minWidth: 0,
  overflowWrap: 'anywhere',
  // The line cuts off what is around a link, so the link itself is as high as a finger needs.
  [touch]: { '& a': { display: 'inline-block', paddingBlock: 14 } },
  '&::before': {
    // The empty alternative keeps the dot out of accessible names. A browser that doesn't know it takes the first value.
    content: ['"·"', '"·" / ""'],
    position: 'absolute',
    insetInlineEnd: '100%',
    width: GAP,
    textAlign: 'center',
  },
});

/**
 * Short facts, separated by dots. A fact wraps as a whole, and no line starts or ends with a dot.
 *
 * @example
 * <FactLine facts={['3 chairs', <DateText key="since" date="2026-03-01" />]} />
 */
export function FactLine({ facts }: { facts: readonly ReactNode[] }): ReactNode {
  const shown = facts.filter((fact) => fact !== null && fact !== undefined && fact !== false && fact !== '');
  if (shown.length === 0) return null;
  return (
    <Line>
      {shown.map((fact, at) => (
        <Fragment key={at}>
          {/* Separates the facts in copied text. */}
          {at > 0 && ' '}
          <Fact>{fact}</Fact>
        </Fragment>
      ))}
    </Line>
  );
}
