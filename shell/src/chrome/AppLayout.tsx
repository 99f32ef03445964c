import type { ModuleOverride, NavBadge, PracticeSummary, User } from 'shared-api/contracts';
import { type CSSProperties, lazy, type ReactNode, type RefObject, Suspense, useState } from 'react';
import { color, styled, useMedia, useStoredRequest } from 'shared-ui';
import { Drawer } from 'shared-ui/mui';
import { messages } from '../messages';
import { ACCOUNT_PATH, OVERVIEW_SHORTCUT } from '../navigation/resolve-route';
import type { NavigationArea, NavigationLink } from '../navigation/routes';
import type { StoredNotification } from '../session/notifications';
import { AccountMenu, type SharedComputerMenu } from './AccountMenu';
import { NotificationList } from './NotificationList';
import { OverrideBanner, type OverrideBannerProps } from './OverrideBanner';
import type { OverrideDialogProps } from './OverrideDialog';
import { PrintHeader } from './PrintHeader';
import { PracticeSwitcher } from './PracticeSwitcher';
import type { PracticeSearch } from './practice-search';
import type { QuickLink } from './quick-links';
import { QuickLinks } from './QuickLinks';
import { QuickLinksButton } from './QuickLinksButton';
import { SearchButton } from './SearchButton';
import { ShortcutsHelp } from './ShortcutsHelp';
import { Sidebar } from './Sidebar';
import { SkipLink } from './SkipLink';
import { OVERRIDE_RECORD } from './stored-override';
import { TOP_BAR_HEIGHT, TopBar } from './TopBar';

/** Loaded when a developer opens it. Without its chunk it stays away, and the console goes on. */
const OverrideDialog = lazy<(props: OverrideDialogProps) => ReactNode>(() =>
  import('./OverrideDialog').then(
    (loaded) => ({ default: loaded.OverrideDialog }),
    () => ({ default: () => null }),
  ),
);

/** Width of the Quick Links in pixels, and of the window below which they are hidden (settings and hours, 2.4). */
const QUICK_LINKS_WIDTH = 250;
const HIDES_QUICK_LINKS = '(max-width: 1199.95px)';
/** Width of the window below which the navigation is a drawer. */
const HIDES_SIDEBAR = '(max-width: 899.95px)';
const SIDEBAR_WIDTH = 232;

const Columns = styled('div')({ display: 'flex', alignItems: 'flex-start', '@media print': { display: 'block' } });

const Side = styled('div')({
  position: 'sticky',
  top: 0,
  flex: 'none',
  height: '100dvh',
  overflowY: 'auto',
  // No floating bar covers it. With the page's room for one, the focus on its last entry would scroll the page.
  '& *': { scrollMarginBottom: -96 },
});

const Main = styled('main')({ flex: 1, minWidth: 0, outline: 'none' });

/**
 * Heights above a page in pixels, for the styles of pages: of what stays when it scrolls, and of all.
 * @param sticky height of the bar that stays
 * @param messages height of the messages, which scroll away
 */
const heightsAbove = (sticky: number, messages: number): CSSProperties =>
  ({ '--console-sticky-top': `${sticky}px`, '--console-frame-top': `${sticky + messages}px` }) as CSSProperties;

const HIDDEN_KEY = 'console.quick-links-hidden';

/** Whether the person has hidden the Quick Links in this browser. */
function readHidden(): boolean {
  try {
    return localStorage.getItem(HIDDEN_KEY) === 'true';
  } catch {
    return false;
  }
}

function rememberHidden(hidden: boolean): void {
  try {
    localStorage.setItem(HIDDEN_KEY, String(hidden));
  } catch {
    // Without storage, they are back after a reload.
  }
}

export interface AppLayoutProps {
  user: User;
  /** Opens the command palette. */
  onPalette: () => void;
  /** True if the open page is internal. */
  internal: boolean;
  areas: readonly NavigationArea[];
  overview: string | undefined;
  badges: ReadonlyMap<string, NonNullable<NavBadge>>;
  path: string;
  otherSide?: { title: string; path: string } | undefined;
  practice: PracticeSummary | null;
  practices: readonly PracticeSummary[];
  allPractices: boolean;
  searchPractices: PracticeSearch;
  onChoosePractice: (practice: PracticeSummary) => void;
  onNavigate: (path: string) => void;
  /** True if a module provides the page. */
  isInstalled: (path: string) => boolean;
  /** Addresses of other applications for quick links. */
  quickLinkTargets: Readonly<Record<string, string>>;
  onPoint?: (path: string) => void;
  notifications: readonly StoredNotification[];
  onClearNotifications: () => void;
  /** The page as a link, on settings pages that can be saved; undefined without Quick Links. */
  quickLink?: QuickLink | null | undefined;
  overrides: readonly ModuleOverride[];
  previews: OverrideBannerProps['previews'];
  onClearOverride: (module: string) => Promise<void>;
  /** Loads a module from the developer's own origin. Developers only. */
  onSetOverride?: OverrideDialogProps['onSet'] | undefined;
  sharedComputer: SharedComputerMenu;
  onSignOut: () => void;
  /** A bar above the page, which reports its height in pixels. */
  bar?: ((onHeight: (height: number) => void) => ReactNode) | undefined;
  /** Whether the list of shortcuts is open. */
  shortcuts: boolean;
  onShortcuts: (open: boolean) => void;
  mainRef: RefObject<HTMLElement | null>;
  children: ReactNode;
}

/** The layout of the console: navigation at the left, the page, and Quick Links at the right. */
export function AppLayout(props: AppLayoutProps): ReactNode {
  const { user, internal, practice, onNavigate, quickLink, mainRef, children } = props;
  const narrow = useMedia(HIDES_SIDEBAR);
  const tight = useMedia(HIDES_QUICK_LINKS);
  const [hidden, setHidden] = useState(readHidden);
  const hide = (is: boolean): void => {
    setHidden(is);
    rememberHidden(is);
  };
  const [drawer, setDrawer] = useState<'menu' | 'links' | null>(null);
  const { shortcuts, onShortcuts: setShortcuts } = props;
  const stored = useStoredRequest(OVERRIDE_RECORD);
  const [overriding, setOverriding] = useState(stored !== undefined);
  const [topBar, setTopBar] = useState(TOP_BAR_HEIGHT);
  const [banner, setBanner] = useState(0);
  const [barHeight, setBarHeight] = useState(0);
  const hasLinks = quickLink !== undefined && practice !== null;

  const shortcutLinks: NavigationLink[] = [
    ...(props.overview === undefined
      ? []
      : [{ title: messages.frame.overview, path: props.overview, shortcut: OVERVIEW_SHORTCUT }]),
    ...props.areas.flatMap((area) => area.links),
  ];
  const go = (path: string): void => {
    setDrawer(null);
    onNavigate(path);
  };
  const notifications = (
    <NotificationList
      notifications={props.notifications}
      placement={narrow ? 'below' : 'above'}
      onClear={props.onClearNotifications}
    />
  );
  const sidebar = (
    <Sidebar
      areas={props.areas}
      overview={props.overview}
      badges={props.badges}
      path={props.path}
      internal={internal}
      otherSide={props.otherSide}
      onNavigate={go}
      onPoint={props.onPoint}
      switcher={
        (props.allPractices || props.practices.length > 0) && (
          <PracticeSwitcher
            current={practice}
            practices={props.practices}
            all={props.allPractices}
            search={props.searchPractices}
            onChoose={(chosen) => {
              setDrawer(null);
              props.onChoosePractice(chosen);
            }}
          />
        )
      }
      search={
        <SearchButton
          onClick={() => {
            setDrawer(null);
            props.onPalette();
          }}
        />
      }
      extra={
        hasLinks && (tight || hidden) && <QuickLinksButton onClick={() => (tight ? setDrawer('links') : hide(false))} />
      }
      account={
        <AccountMenu
          user={user}
          onAccount={() => go(ACCOUNT_PATH)}
          onShortcuts={() => setShortcuts(true)}
          onOverride={props.onSetOverride && (() => setOverriding(true))}
          sharedComputer={props.sharedComputer}
          onSignOut={props.onSignOut}
        />
      }
      notifications={narrow ? null : notifications}
    />
  );
  const links = hasLinks && (
    <QuickLinks
      userId={user.id}
      practiceId={practice.id}
      present={quickLink}
      isInstalled={props.isInstalled}
      targets={props.quickLinkTargets}
      onHide={tight ? undefined : () => hide(true)}
      onNavigate={go}
    />
  );

  return (
    <div style={heightsAbove(narrow ? topBar || TOP_BAR_HEIGHT : 0, banner + barHeight)}>
      <SkipLink target={mainRef} />
      {narrow && (
        <TopBar
          {...{ internal, practice, notifications, badges: props.badges, onPalette: props.onPalette }}
          onMenu={() => setDrawer('menu')}
          onHeight={setTopBar}
        />
      )}
      <Columns>
        {!narrow && (
          <Side
            as="header"
            data-screen-only=""
            style={{ width: SIDEBAR_WIDTH, borderRight: `1px solid ${internal ? color.internal : color.line}` }}
          >
            {sidebar}
          </Side>
        )}
        <Main id="page" ref={mainRef} tabIndex={-1}>
          <PrintHeader practice={practice} />
          <OverrideBanner
            overrides={props.overrides}
            previews={props.previews}
            onClear={props.onClearOverride}
            onHeight={setBanner}
          />
          {props.bar?.(setBarHeight)}
          {children}
        </Main>
        {links && !tight && !hidden && (
          <Side
            as="aside"
            data-screen-only=""
            aria-label={messages.quickLinks.title}
            style={{
              width: QUICK_LINKS_WIDTH,
              boxSizing: 'border-box',
              borderLeft: `1px solid ${color.line}`,
              backgroundColor: color.rail,
            }}
          >
            {links}
          </Side>
        )}
      </Columns>
      <Drawer
        open={drawer === 'menu' && narrow}
        anchor="left"
        onClose={() => setDrawer(null)}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': messages.frame.menuTitle,
            'aria-modal': true,
            style: { width: `min(${280}px, calc(100vw - 56px))` },
          },
        }}
      >
        {sidebar}
      </Drawer>
      {links && (
        <Drawer
          open={drawer === 'links' && tight}
          anchor="right"
          onClose={() => setDrawer(null)}
          slotProps={{
            paper: {
              role: 'dialog',
              'aria-label': messages.quickLinks.title,
              'aria-modal': true,
              style: { width: `min(${QUICK_LINKS_WIDTH + 40}px, calc(100vw - 56px))` },
            },
          }}
        >
          {links}
        </Drawer>
      )}
      {overriding && props.onSetOverride && (
        <Suspense fallback={null}>
          <OverrideDialog onSet={props.onSetOverride} onClose={() => setOverriding(false)} />
        </Suspense>
      )}
      <ShortcutsHelp
        open={shortcuts}
        links={shortcutLinks}
        onOpen={() => setShortcuts(true)}
        onClose={() => setShortcuts(false)}
      />
    </div>
  );
}
