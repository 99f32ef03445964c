import Divider from '@mui/material/Divider';
import MuiMenu from '@mui/material/Menu';
import MuiMenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { CheckIcon } from '../icons';
import { color } from '../theme/tokens';
import { popoverMargins, popoverOrigins, type Placement } from './placement';
import { useFocusReturn } from './use-focus-return';

export interface MenuEntry {
  label: string;
  onSelect: () => void;
  icon?: ReactNode;
  /** A second line: what the entry does, or why it's disabled. */
  detail?: string;
  danger?: boolean;
  disabled?: boolean;
  /** For checkable entries. The state is visible and announced. */
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
      style={danger && !disabled ? { color: color.danger } : undefined}
      onClick={() => {
        onClose();
        entry.onSelect();
      }}
    >
      {icon}
      <span style={{ flex: 1 }}>
        <span>{label}</span>
        {detail !== undefined && (
          <Typography variant="body2" color="textTertiary" component="span" style={{ display: 'block' }}>
            {detail}
          </Typography>
        )}
      </span>
      {checked && <CheckIcon size={14} />}
    </MuiMenuItem>
  );
}

export interface ActionMenuProps {
  /** As in MUI; null is closed. */
  anchorEl: HTMLElement | null;
  label: string;
  items: MenuItems;
  onClose: () => void;
  /** Where it opens; `above` if the opener is at the bottom of the window. */
  placement?: Placement;
}

/**
 * MUI's menu built from a list of entries and anchored to the caller's element. `MenuButton` includes the button.
 *
 * @example
 * const [anchor, setAnchor] = useState<HTMLElement | null>(null);
 * const items = [
 *   { label: 'Rename', onSelect: () => undefined },
 *   'divider',
 *   { label: 'Delete', onSelect: () => undefined, danger: true },
 * ] as const;
 * return (
 *   <>
 *     <Button onClick={(event) => setAnchor(event.currentTarget)}>Actions</Button>
 *     <ActionMenu anchorEl={anchor} label="Actions of Room 2" items={items} onClose={() => setAnchor(null)} />
 *   </>
 * );
 */
export function ActionMenu({ anchorEl, label, items, onClose, placement = 'below' }: ActionMenuProps): ReactNode {
  useFocusReturn(anchorEl !== null);
  return (
    <MuiMenu
      open={anchorEl !== null}
      anchorEl={anchorEl}
      onClose={onClose}
      disableScrollLock
      disableRestoreFocus
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
