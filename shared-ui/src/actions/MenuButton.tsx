import { type ReactNode, useId, useState } from 'react';
import { ChevronDownIcon } from '../icons';
import { Button } from '../mui/Button';
import { IconButton } from '../mui/IconButton';
import { Tooltip } from '../mui/Tooltip';
import { ActionMenu, type MenuItems } from './ActionMenu';

export interface MenuButtonProps {
  label: string;
  items: MenuItems;
  /** As in MUI. */
  variant?: 'text' | 'outlined' | 'contained';
  /** As in MUI. */
  startIcon?: ReactNode;
  /** Shows only the icon; the label is its accessible name. */
  iconOnly?: boolean;
  /** As in MUI, for a button with only an icon. */
  size?: 'small' | 'medium';
  disabled?: boolean;
}

/**
 * A button that opens a menu.
 *
 * @example
 * <MenuButton label="More" items={[{ label: 'Export CSV', onSelect: () => undefined }]} variant="outlined" />
 */
export function MenuButton(props: MenuButtonProps): ReactNode {
  const { label, items, variant = 'outlined', startIcon, iconOnly = false, size, disabled = false } = props;
  const [anchorEl, setAnchorEl] = useState<HTMLElement | null>(null);
  const id = useId();
  const common = {
    id,
    disabled,
    'aria-haspopup': 'menu',
    'aria-expanded': anchorEl !== null,
    onClick: (event: { currentTarget: HTMLElement }) => setAnchorEl(event.currentTarget),
  } as const;
  return (
    <>
      {iconOnly ? (
        <Tooltip title={label}>
          <IconButton {...common} size={size ?? 'medium'} color={variant === 'text' ? 'default' : 'secondary'}>
            {startIcon}
          </IconButton>
        </Tooltip>
      ) : (
        <Button {...common} variant={variant} startIcon={startIcon}>
          <span>{label}</span>
          <ChevronDownIcon size={14} />
        </Button>
      )}
      <ActionMenu anchorEl={anchorEl} label={label} items={items} onClose={() => setAnchorEl(null)} />
    </>
  );
}
