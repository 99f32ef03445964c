import MuiTooltip from '@mui/material/Tooltip';
import type { ReactNode } from 'react';
import type { TooltipSide } from './Tooltip';

export interface TooltipBubbleProps {
  title: string;
  anchor: HTMLElement;
  placement: TooltipSide;
  onEnter: () => void;
  onLeave: () => void;
}

/** MUI's tooltip for an anchor element. A separate chunk, because the first screen needs no positioning code. */
export function TooltipBubble({ title, anchor, placement, onEnter, onLeave }: TooltipBubbleProps): ReactNode {
  return (
    <MuiTooltip
      open
      title={title}
      placement={placement}
      slotProps={{
        popper: {
          anchorEl: anchor,
          // A native dialog covers everything outside it, so its tooltips render inside.
          container: anchor.closest('dialog[open]') ?? document.body,
          onPointerEnter: onEnter,
          onPointerLeave: onLeave,
        },
      }}
    >
      <span hidden />
    </MuiTooltip>
  );
}
