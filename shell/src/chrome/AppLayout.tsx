import type { ModuleOverride, NavBadge, PracticeSummary, User } from 'shared-api/contracts';
import { type CSSProperties, type ReactNode, type RefObject, useState } from 'react';
import { color, styled, useMedia, useStoredRequest } from 'shared-ui';
import { messages } from '../messages';
import { OVERVIEW_SHORTCUT } from '../navigation/resolve-route';
import type { NavigationArea, NavigationLink } from '../navigation/routes';
import type { StoredNotification } from '../session/notifications';
import type { SharedComputerMenu } from './AccountMenu';
import { Drawers, QUICK_LINKS_WIDTH } from './Drawers';
import { Navigation } from './Navigation';
import { NotificationList } from './NotificationList';
import { OverrideBanner, type OverrideBannerProps } from './OverrideBanner';
import { DeveloperOverride } from './DeveloperOverride';
import type { OverrideDialogProps } from './OverrideDialog';
import { PrintHeader } from './PrintHeader';
import type { PracticeSearch } from './practice-search';
import type { QuickLink } from './quick-links';
import { QuickLinks } from './QuickLinks';
import { ShortcutsHelp } from './ShortcutsHelp';
import { SkipLink } from './SkipLink';
import { OVERRIDE_RECORD } from './stored-override';
import { TOP_BAR_HEIGHT, TopBar } from './TopBar';
import { useHiddenLinks } from './use-hidden-links';

/** Width of the window below which the Quick Links are hidden (settings and hours, 2.4). */
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
  // No floating bar covers it. If it reserved space for one, focusing its last entry would scroll the page.
  '& *': { scrollMarginBottom: -96 },
});

const LinksSide = styled(Side)({
  width: QUICK_LINKS_WIDTH,
  boxSizing: 'border-box',
  borderLeft: `1px solid ${color.line}`,
  backgroundColor: color.rail,
});

/** The navigation in a wide window. */
function NavigationSide({ internal, children }: { internal: boolean; children: ReactNode }): ReactNode {
  const borderRight = `1px solid ${internal ? color.internal : color.line}`;
  return (
    <Side as="header" data-screen-only="" style={{ width: SIDEBAR_WIDTH, borderRight }}>
      {children}
    </Side>
  );
}

const Main = styled('main')({ flex: 1, minWidth: 0, outline: 'none' });

/**
 * CSS variables with the heights above a page, in pixels: of the sticky part and of everything.
 *
 * @param sticky height of the sticky bar
 * @param messages height of the messages, which scroll with the page
 */
const heightsAbove = (sticky: number, messages: number): CSSProperties =>
  ({ '--console-sticky-top': `${sticky}px`, '--console-frame-top': `${sticky + messages}px` }) as CSSProperties;

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
  /** URLs of other applications for quick links. */
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
  /** A bar above the page that reports its height in pixels. */
  bar?: ((onHeight: (height: number) => void) => ReactNode) | undefined;
  /** Whether the shortcut list is open. */
  shortcuts: boolean;
  onShortcuts: (open: boolean) => void;
  mainRef: RefObject<HTMLElement | null>;
  children: ReactNode;
}

interface PageColumnProps {
  layout: AppLayoutProps;
  /** Called with the height of the banner in pixels. */
  onBanner: (height: number) => void;
  /** Called with the height of the bar in pixels. */
  onBar: (height: number) => void;
}

/** The middle of the layout: bars and messages, then the page. */
function PageColumn({ layout, onBanner, onBar }: PageColumnProps): ReactNode {
  return (
    <Main id="page" ref={layout.mainRef} tabIndex={-1}>
      <PrintHeader practice={layout.practice} />
      <OverrideBanner
        overrides={layout.overrides}
        previews={layout.previews}
        onClear={layout.onClearOverride}
        onHeight={onBanner}
      />
      {layout.bar?.(onBar)}
      {layout.children}
    </Main>
  );
}

/** Pages with their own shortcut, for the shortcut list. */
const shortcutLinksOf = ({ overview, areas }: AppLayoutProps): NavigationLink[] => [
  ...(overview === undefined ? [] : [{ title: messages.frame.overview, path: overview, shortcut: OVERVIEW_SHORTCUT }]),
  ...areas.flatMap((area) => area.links),
];

/** The console's layout: navigation on the left, the page, and Quick Links on the right. */
export function AppLayout(props: AppLayoutProps): ReactNode {
  const { user, internal, practice, onNavigate, quickLink, mainRef } = props;
  const narrow = useMedia(HIDES_SIDEBAR);
  const tight = useMedia(HIDES_QUICK_LINKS);
  const [hidden, hide] = useHiddenLinks();
  const [drawer, setDrawer] = useState<'menu' | 'links' | null>(null);
  const closeDrawer = (): void => setDrawer(null);
  const [overriding, setOverriding] = useState(useStoredRequest(OVERRIDE_RECORD) !== undefined);
  const [topBar, setTopBar] = useState(TOP_BAR_HEIGHT);
  const [banner, setBanner] = useState(0);
  const [barHeight, setBarHeight] = useState(0);
  const hasLinks = quickLink !== undefined && practice !== null;

  const notifications = (
    <NotificationList
      notifications={props.notifications}
      placement={narrow ? 'below' : 'above'}
      onClear={props.onClearNotifications}
    />
  );
  const sidebar = (
    <Navigation
      layout={props}
      onLinks={hasLinks && (tight || hidden) ? () => (tight ? setDrawer('links') : hide(false)) : undefined}
      onOverride={props.onSetOverride && (() => setOverriding(true))}
      onClose={closeDrawer}
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
      onNavigate={(path) => {
        closeDrawer();
        onNavigate(path);
      }}
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
        {!narrow && <NavigationSide internal={internal}>{sidebar}</NavigationSide>}
        <PageColumn layout={props} onBanner={setBanner} onBar={setBarHeight} />
        {links && !tight && !hidden && (
          <LinksSide as="aside" data-screen-only="" aria-label={messages.quickLinks.title}>
            {links}
          </LinksSide>
        )}
      </Columns>
      <Drawers
        menu={{ open: drawer === 'menu' && narrow, content: sidebar }}
        links={{ open: drawer === 'links' && tight, content: links }}
        onClose={closeDrawer}
      />
      {overriding && props.onSetOverride && (
        <DeveloperOverride onSet={props.onSetOverride} onClose={() => setOverriding(false)} />
      )}
      <ShortcutsHelp
        open={props.shortcuts}
        links={shortcutLinksOf(props)}
        onOpen={() => props.onShortcuts(true)}
        onClose={() => props.onShortcuts(false)}
      />
    </div>
  );
}
