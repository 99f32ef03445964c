import { IconButton, MoreIcon } from 'shared-ui';
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
    <IconButton
      small
      data-menu=""
      data-cell={`${id}:week`}
      tabIndex={active ? 0 : -1}
      aria-haspopup="menu"
      label={messages.weeklyHours.grid.menuOf(name)}
      icon={<MoreIcon size={14} />}
      onClick={(event) => grid.menu(id, event.currentTarget)}
    />
  );
});
