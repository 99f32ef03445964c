import type { User } from 'shared-api/contracts';
import { type ReactNode, useState } from 'react';
import {
  ActionMenu,
  applyThemeMode,
  ChevronUpIcon,
  EditIcon,
  KeyboardIcon,
  LockIcon,
  MonitorIcon,
  MoonIcon,
  readThemeMode,
  SignOutIcon,
  styled,
  SunIcon,
  type ThemeMode,
  themeModes,
  touchQuery,
  useMedia,
  UserIcon,
  VisuallyHidden,
} from 'shared-ui';
import { messages } from '../messages';
import { sideColor } from './side-colors';

const Root = styled('button')({
  display: 'flex',
  alignItems: 'center',
  gap: 6,
  flex: 1,
  minWidth: 0,
  minHeight: 40,
  padding: '4px 2px 4px 8px',
  border: 0,
  borderRadius: 8,
  background: 'none',
  color: 'inherit',
  textAlign: 'left',
  cursor: 'pointer',
  '&:hover, &[aria-expanded=true]': { backgroundColor: sideColor.hover },
  '& svg': { flex: 'none', color: sideColor.second },
});

const Initials = styled('span')({
  flex: 'none',
  display: 'grid',
  placeItems: 'center',
  width: 28,
  height: 28,
  borderRadius: '50%',
  backgroundColor: sideColor.current,
  color: sideColor.onCurrent,
  fontSize: 11,
  fontWeight: 650,
});

const Name = styled('span')({
  flex: 1,
  minWidth: 0,
  // Long names wrap to a second line.
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  overflowWrap: 'anywhere',
  fontSize: 13,
  lineHeight: '16px',
  fontWeight: 550,
});

const icons: Record<ThemeMode, ReactNode> = { light: <SunIcon />, dark: <MoonIcon />, system: <MonitorIcon /> };

function initialsOf(name: string): string {
  const text = name.split(/\s+/).filter((word) => word !== '');
  // Splits by character, because some scripts and emoji use two code units per character.
  const ends = [text[0], text.length > 1 ? text.at(-1) : undefined];
  return ends.map((word = '') => [...word][0]?.toUpperCase() ?? '').join('');
}

export interface SharedComputerMenu {
  isShared: boolean;
  /** Opens the shared computer dialog. */
  onOpen: () => void;
  /** Signs out for the next person and keeps typed input. */
  onSwitch: () => void;
}

export interface AccountMenuProps {
  user: User;
  /** Opens the account page. */
  onAccount: () => void;
  onShortcuts: () => void;
  /** Opens the developer override. Developers only. */
  onOverride?: (() => void) | undefined;
  sharedComputer: SharedComputerMenu;
  onSignOut: () => void;
}

/** The menu of the signed-in person: account, theme, keyboard shortcuts, Sign out. */
export function AccountMenu(props: AccountMenuProps): ReactNode {
  const { user, onAccount, onShortcuts, onOverride, sharedComputer, onSignOut } = props;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [mode, setMode] = useState(readThemeMode);
  const hasKeys = !useMedia(touchQuery);
  return (
    <>
      <Root
        type="button"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Initials aria-hidden>{initialsOf(user.name)}</Initials>
        <VisuallyHidden>{messages.account.of} </VisuallyHidden>
        <Name>{user.name}</Name>
        <ChevronUpIcon size={14} />
      </Root>
      <ActionMenu
        anchorEl={anchor}
        label={messages.account.menu}
        placement="above"
        onClose={() => setAnchor(null)}
        items={[
          { label: messages.account.security, icon: <LockIcon />, onSelect: onAccount },
          'divider' as const,
          ...themeModes.map((option) => ({
            label: messages.account.theme[option],
            icon: icons[option],
            checked: option === mode,
            onSelect: () => {
              applyThemeMode(option);
              setMode(option);
            },
          })),
          'divider' as const,
          ...(hasKeys ? [{ label: messages.account.shortcuts, icon: <KeyboardIcon />, onSelect: onShortcuts }] : []),
          ...(onOverride ? [{ label: messages.override.menu, icon: <EditIcon />, onSelect: onOverride }] : []),
          { label: messages.account.shared, icon: <UserIcon />, onSelect: sharedComputer.onOpen },
          'divider' as const,
          ...(sharedComputer.isShared
            ? [{ label: messages.account.switchPerson, icon: <SignOutIcon />, onSelect: sharedComputer.onSwitch }]
            : []),
          { label: messages.account.signOut, icon: <SignOutIcon />, detail: user.email, onSelect: onSignOut },
        ]}
      />
    </>
  );
}
