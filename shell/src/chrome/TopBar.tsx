import type { NavBadge, PracticeSummary } from 'shared-api/contracts';
import { type ReactNode, useRef } from 'react';
import { color, MenuIcon, SearchIcon, styled } from 'shared-ui';
import { IconButton, Tooltip } from 'shared-ui/mui';
import { messages } from '../messages';
import { BarPractice } from './BarPractice';
import { Brand } from './Brand';
import { clinicSide, internalSide, sideColor } from './side-colors';
import { useReportedHeight } from './use-reported-height';

/** Its height in pixels at the default text size. */
export const TOP_BAR_HEIGHT = 52;

const Bar = styled('header')({
  position: 'sticky',
  top: 0,
  zIndex: 30,
  display: 'flex',
  alignItems: 'center',
  gap: 4,
  minHeight: TOP_BAR_HEIGHT,
  boxSizing: 'border-box',
  padding: '0 8px',
  // The kit's buttons are for light backgrounds, but internal pages have a dark bar.
  '& > button:not([aria-disabled=true])': { color: sideColor.second },
  '& > button:hover:not([aria-disabled=true])': { backgroundColor: sideColor.hover },
});

export interface TopBarProps {
  /** True if the open page is internal. */
  internal: boolean;
  practice: PracticeSummary | null;
  badges: ReadonlyMap<string, NonNullable<NavBadge>>;
  notifications: ReactNode;
  onMenu: () => void;
  onPalette: () => void;
  /** Called with the bar's height in pixels. */
  onHeight: (height: number) => void;
}

/** The bar above the page that replaces the sidebars in a narrow window. */
export function TopBar(props: TopBarProps): ReactNode {
  const { internal, practice, badges, notifications, onMenu, onPalette, onHeight } = props;
  const root = useRef<HTMLElement>(null);
  useReportedHeight(root, onHeight, true);
  return (
    <Bar
      ref={root}
      data-screen-only=""
      style={{
        ...(internal ? internalSide : clinicSide),
        backgroundColor: internal ? color.internal : color.rail,
        color: internal ? color.onInternal : color.ink,
        borderBottom: `1px solid ${internal ? color.internalLine : color.line}`,
      }}
    >
      <Tooltip title={messages.frame.menu}>
        <IconButton onClick={onMenu}>
          <MenuIcon size={20} />
        </IconButton>
      </Tooltip>
      <div style={{ flex: 1, minWidth: 0 }}>
        {practice ? <BarPractice {...{ practice, internal, badges }} /> : <Brand internal={internal} oneLine />}
      </div>
      <Tooltip title={messages.frame.search}>
        <IconButton aria-haspopup="dialog" onClick={onPalette}>
          <SearchIcon size={18} />
        </IconButton>
      </Tooltip>
      {notifications}
    </Bar>
  );
}
