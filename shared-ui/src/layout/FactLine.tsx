import { styled } from '@mui/material/styles';
import { Fragment, type ReactNode } from 'react';

const Fact = styled('span')({ display: 'inline-block', maxWidth: '100%', overflowWrap: 'anywhere' });

/** A no-break space keeps the dot with its fact. */
const NO_BREAK_DOT = '\u00a0·';

/** Short facts, separated by dots. A fact wraps as a whole, and no line starts with a dot. */
export function FactLine({ facts }: { facts: readonly ReactNode[] }): ReactNode {
  const shown = facts.filter((fact) => fact !== null && fact !== undefined && fact !== '');
  return shown.map((fact, at) => (
    <Fragment key={at}>
      {at > 0 && ' '}
      <Fact>
        {fact}
        {at < shown.length - 1 && NO_BREAK_DOT}
      </Fact>
    </Fragment>
  ));
}
