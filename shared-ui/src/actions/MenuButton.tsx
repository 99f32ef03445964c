import MuiMenu from '@mui/material/Menu';
import MuiMenuItem from '@mui/material/MenuItem';
import { type ReactNode, useId, useState } from 'react';
import { CheckIcon, ChevronDownIcon } from '../icons';
import { Divider } from '../layout/Stack';
import { Text } from '../layout/Text';
import { color } from '../theme/tokens';
import { Button, type ButtonVariant } from './Button';
import { IconButton } from './IconButton';
import { popoverMargins, popoverOrigins, type Placement } from './placement';

export interface MenuEntry {
  label: string;
  onSelect: () => void;
  icon?: ReactNode;
  /** A second line: what the entry does, or why it's disabled. */
  detail?: string;
  danger?: boolean;
  disabled?: boolean;
  /** For entries that can be checked. The state is visible and announced. */
  checked?: boolean;
}

export type MenuItems = readonly (MenuEntry | 'divider')[];

function Entry({ entry, onClose, ...rest }: { entry: MenuEntry; onClose: () => void }): ReactNode {
  const { label, icon, detail, danger = false, disabled = false, checked } = entry;
  return (
    <MuiMenuItem
      {...rest}
      disabled={disabled}
      selected={checked === true}
      {...(checked !== undefined && { role: 'menuitemradio', 'aria-checked': checked })}
      style={danger ? { color: color.danger } : undefined}
      onClick={() => {
        onClose();
        entry.onSelect();
      }}
    >
      {icon}
      <span style={{ flex: 1 }}>
        {label}
        {detail !== undefined && (
          <Text variant="secondary" tone="third" as="span" style={{ display: 'block' }}>
            {detail}
          </Text>
        )}
      </span>
      {checked && <CheckIcon size={14} />}
    </MuiMenuItem>
  );
}

export interface MenuProps {
  /** The anchor; null is closed. */
  anchor: HTMLElement | null;
  label: string;
  items: MenuItems;
  onClose: () => void;
  /** The side of the opener; `above` for openers at the bottom of the window. */
  placement?: Placement;
}

/** A menu at an element of the caller. `MenuButton` includes the button. */
export function Menu({ anchor, label, items, onClose, placement = 'below' }: MenuProps): ReactNode {
  return (
    <MuiMenu
      open={anchor !== null}
      anchorEl={anchor}
      onClose={onClose}
      disableScrollLock
      {...popoverOrigins[placement]}
      slotProps={{ list: { 'aria-label': label }, paper: { style: popoverMargins[placement] } }}
    >
      {items.map((entry, at) =>
        entry === 'divider' ? (
          <li key={`divider ${at}`} role="separator" style={{ margin: '4px 0' }}>
            <Divider />
          </li>
        ) : (
          <Entry key={entry.label} entry={entry} onClose={onClose} />
        ),
      )}
    </MuiMenu>
  );
}

export interface MenuButtonProps {
  label: string;
  items: MenuItems;
  variant?: ButtonVariant;
  icon?: ReactNode;
  /** Shows only the icon; the label is its accessible name. */
  iconOnly?: boolean;
  small?: boolean;
  disabled?: boolean;
}

/** A button that opens a menu. */
export function MenuButton({
  label,
  items,
  variant = 'default',
  icon,
  iconOnly = false,
  small = false,
  disabled = false,
}: MenuButtonProps): ReactNode {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = useId();
  const common = {
    id,
    variant,
    disabled,
    'aria-haspopup': 'menu',
    'aria-expanded': anchor !== null,
    onClick: (event: { currentTarget: HTMLElement }) => setAnchor(event.currentTarget),
  } as const;
  return (
    <>
      {iconOnly ? (
        <IconButton {...common} label={label} icon={icon} small={small} />
      ) : (
        <Button {...common} icon={icon}>
          {label}
          <ChevronDownIcon size={14} />
        </Button>
      )}
      <Menu anchor={anchor} label={label} items={items} onClose={() => setAnchor(null)} />
    </>
  );
}
