import { MoreIcon } from 'shared-ui';
import { IconButton, Tooltip } from 'shared-ui/mui';
import { memo, type ReactNode } from 'react';
import { messages } from '../messages';
import type { GridActions } from './grid-actions';

export interface RowMenuButtonProps {
  id: number;
  name: string;
  active: boolean;
  grid: GridActions;
}

/** Opens the menu of a row. One menu serves all rows. */
export const RowMenuButton = memo(function RowMenuButton({ id, name, active, grid }: RowMenuButtonProps): ReactNode {
  return (
    <Tooltip title={messages.weeklyHours.grid.menuOf(name)}>
      <IconButton
        size="small"
        data-menu=""
        data-cell={`${id}:week`}
        tabIndex={active ? 0 : -1}
        aria-haspopup="menu"
        onClick={(event) => grid.menu(id, event.currentTarget)}
      >
        <MoreIcon size={14} />
      </IconButton>
    </Tooltip>
  );
});
