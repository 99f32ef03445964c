import MuiTooltip from '@mui/material/Tooltip';
import type { ReactElement, ReactNode } from 'react';

export interface TooltipProps {
  title: string;
  /** The text is the child's name, as for a button that shows an icon alone. Otherwise it describes the child. */
  names?: boolean;
  placement?: 'top' | 'bottom' | 'left' | 'right';
  children: ReactElement;
}

/** A few words on hover and focus. Never the only place of something that a person needs. */
export function Tooltip({ title, names = false, placement = 'bottom', children }: TooltipProps): ReactNode {
  return (
    <MuiTooltip title={title} describeChild={!names} placement={placement}>
      {children}
    </MuiTooltip>
  );
}
