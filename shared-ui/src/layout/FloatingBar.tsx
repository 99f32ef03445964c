import { styled } from '@mui/material/styles';
import { type ReactNode, useContext, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useFocusAfter } from '../save-reminder/use-focus-after';
import { color } from '../theme/tokens';
import { FloatingFoot, floatingBarStyle } from './floating';
import { PageFootContext } from './Page';
import { useFloatingHeight } from './use-floating-height';

const Bar = styled('div')({
  ...floatingBarStyle,
  '& .MuiTypography-root': { color: 'inherit' },
  '& .MuiButton-text, & .MuiButton-text:hover': { color: color.onInverse },
  '& .MuiButton-text:hover': { backgroundColor: color.inverseControl },
  '& .MuiButton-outlined, & .MuiButton-outlined:hover': {
    color: color.onInverse,
    backgroundColor: color.inverseControl,
    borderColor: color.inverseControlLine,
  },
});

const Side = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8, minWidth: 0 });

export interface FloatingBarProps {
  /** The accessible name: "Selection". */
  label: string;
  shown: boolean;
  /** At the left: what the actions apply to. */
  children: ReactNode;
  /** At the right. */
  actions?: ReactNode;
  /** More details, below both. */
  details?: ReactNode;
}

/**
 * Actions for the selected rows. Floats at the bottom of the page while something is selected.
 *
 * @example
 * <FloatingBar label="Selection" shown actions={<Button>Move</Button>}>
 *   2 rooms selected
 * </FloatingBar>
 */
export function FloatingBar({ label, shown, children, actions, details }: FloatingBarProps): ReactNode {
  const foot = useContext(PageFootContext);
  const bar = useRef<HTMLDivElement>(null);
  useFocusAfter(bar, shown);
  useFloatingHeight(bar, shown);
  if (!shown) return null;
  const content = (
    <FloatingFoot>
      <Bar ref={bar} role="group" data-floating-bar="" aria-label={label}>
        <Side style={{ flex: '1 1 280px' }}>{children}</Side>
        {actions !== undefined && <Side>{actions}</Side>}
        {details !== undefined && <div style={{ flex: '1 0 100%', minWidth: 0 }}>{details}</div>}
      </Bar>
    </FloatingFoot>
  );
  return foot ? createPortal(content, foot) : content;
}
