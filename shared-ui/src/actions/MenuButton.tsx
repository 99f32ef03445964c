import { type ReactNode, useId, useState } from 'react';
import { ChevronDownIcon } from '../icons';
import { Button } from '../mui/Button';
import { IconButton } from '../mui/IconButton';
import { Tooltip } from '../mui/Tooltip';
import { ActionMenu, type MenuItems } from './ActionMenu';
import { type ButtonVariant, muiVariants } from './Button';

export interface MenuButtonProps {
  label: string;
  items: MenuItems;
  /** As in MUI. The other names are deprecated. */
  variant?: 'text' | 'outlined' | 'contained' | ButtonVariant;
  /** As in MUI. */
  startIcon?: ReactNode;
  /** @deprecated Use `startIcon`. */
  icon?: ReactNode;
  /** Shows only the icon; the label is its accessible name. */
  iconOnly?: boolean;
  /** As in MUI, for a button with only an icon. */
  size?: 'small' | 'medium';
  /** @deprecated Use `size="small"`. */
  small?: boolean;
  disabled?: boolean;
}

/** A button that opens a menu. */
export function MenuButton(props: MenuButtonProps): ReactNode {
  const { label, items, variant = 'outlined', icon, startIcon = icon, iconOnly = false, disabled = false } = props;
  const { small = false, size = small ? 'small' : 'medium' } = props;
  const [anchorEl, setAnchorEl] = useState<HTMLElement | null>(null);
  const id = useId();
  const look = variant in muiVariants ? muiVariants[variant as ButtonVariant] : { variant };
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
          <IconButton {...common} size={size} color={look.variant === 'text' ? 'default' : 'secondary'}>
            {startIcon}
          </IconButton>
        </Tooltip>
      ) : (
        <Button {...common} {...(look as (typeof muiVariants)['default'])} startIcon={startIcon}>
          {label}
          <ChevronDownIcon size={14} />
        </Button>
      )}
      <ActionMenu anchorEl={anchorEl} label={label} items={items} onClose={() => setAnchorEl(null)} />
    </>
  );
}
