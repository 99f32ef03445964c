import { styled } from '@mui/material/styles';
import { Fragment, type ReactNode } from 'react';
import { touch } from '../theme/tokens';

const GAP = '1em';

/** Space for the focus ring of a link at the start of a line. A dot in the gap is further out. */
const RING = 4;

const Line = styled('span')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  columnGap: GAP,
  // Clips the dot before the first fact of each line, and leaves touch targets as tall as they are.
  clipPath: `inset(-22px -${RING}px)`,
});

const Fact = styled('span')({
  position: 'relative',
  minWidth: 0,
  overflowWrap: 'anywhere',
  // The line clips overflow, so the link itself has the height of a touch target.
  [touch]: { '& a': { display: 'inline-block', paddingBlock: 14 } },
  '&::before': {
    // The empty alternative text keeps the dot out of accessible names. Browsers without support use the first value.
    content: ['"·"', '"·" / ""'],
    position: 'absolute',
    insetInlineEnd: '100%',
    width: GAP,
    textAlign: 'center',
  },
});

/**
 * Short facts separated by dots. Facts wrap as a whole, and no line starts or ends with a dot.
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
