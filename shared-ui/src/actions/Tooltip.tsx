import type { HTMLAttributes, ReactElement, ReactNode } from 'react';
import { Tooltip as MuiTooltip } from '../mui/Tooltip';

export interface TooltipProps {
  /** Shows nothing if empty. */
  title: string;
  /** The text is the child's accessible name, as for an icon button. Otherwise it describes the child. */
  names?: boolean;
  placement?: 'top' | 'bottom' | 'left' | 'right';
  /** An element that passes its handlers and ARIA attributes to the DOM. */
  children: ReactElement<HTMLAttributes<HTMLElement>>;
}

/** A short text on hover and focus. @deprecated Use `Tooltip` of `shared-ui/mui`. */
export function Tooltip({ names = false, placement = 'bottom', ...rest }: TooltipProps): ReactNode {
  return <MuiTooltip {...rest} describeChild={!names} placement={placement} />;
}
