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

/** MUI's tooltip at an element elsewhere. A chunk of its own, since the first screen needs no positioning. */
export function TooltipBubble({ title, anchor, placement, onEnter, onLeave }: TooltipBubbleProps): ReactNode {
  return (
    <MuiTooltip
      open
      title={title}
      placement={placement}
      slotProps={{
        popper: {
          anchorEl: anchor,
          // A native dialog covers everything outside, so its tooltips are inside it.
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
