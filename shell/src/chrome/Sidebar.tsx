import { missingRight, type NavBadge, type PracticeSummary, type Right } from 'shared-api/contracts';
import { type ReactNode, useId } from 'react';
import { color, forcedOutline, LockIcon, size, styled, VisuallyHidden } from 'shared-ui';
import { messages } from '../messages';
import type { NavigationArea } from '../navigation/routes';
import { Brand } from './Brand';
import { NavBadgeMark } from './NavBadgeMark';
import { NavLink } from './NavLink';
import { clinicSide, internalSide, sideColor } from './side-colors';

const Root = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  gap: 12,
  boxSizing: 'border-box',
  minHeight: '100%',
  padding: '16px 12px 12px',
  color: sideColor.ink,
  // The focus ring must also be visible on the dark background.
  '--console-focus': sideColor.onCurrent,
});

const Head = styled('div')({ padding: '0 8px' });

/** Breaks a long word in large text, so that it doesn't widen its column. */
const column = 'minmax(0, 1fr)';

const Areas = styled('nav')({
  display: 'grid',
  gridTemplateColumns: column,
  gap: 18,
  alignContent: 'start',
  flex: 1,
  paddingTop: 4,
});

const AreaName = styled('div')({
  padding: '0 10px 4px',
  fontSize: 12,
  lineHeight: '16px',
  fontWeight: 550,
  color: sideColor.second,
});

const List = styled('ul')({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  display: 'grid',
  gridTemplateColumns: column,
  gap: 2,
});

const Anchor = styled(NavLink)({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  minHeight: size.control,
  boxSizing: 'border-box',
  padding: '5px 10px',
  borderRadius: 8,
  color: sideColor.second,
  textDecoration: 'none',
  lineHeight: '20px',
  overflowWrap: 'anywhere',
  '&:hover': { backgroundColor: sideColor.hover, color: sideColor.ink },
  '&[aria-current]': {
    backgroundColor: sideColor.current,
    color: sideColor.onCurrent,
    fontWeight: 600,
    ...forcedOutline,
  },
});

const Foot = styled('div')({
  display: 'grid',
  gridTemplateColumns: column,
  gap: 4,
  borderTop: `1px solid ${sideColor.line}`,
  paddingTop: 8,
});

const Row = styled('div')({ display: 'flex', alignItems: 'center', gap: 4, minWidth: 0 });

const Lock = styled('span')({ display: 'inline-flex', flex: 'none', marginLeft: 6, opacity: 0.8 });

interface MissingRightMarkProps {
  /** For the link's `aria-describedby`. */
  id: string;
  right: Right;
  practice: PracticeSummary | undefined;
}

/** The lock of a page that only says whom to ask for access. The link still opens it. */
function MissingRightMark({ id, right, practice }: MissingRightMarkProps): ReactNode {
  const reason = missingRight(right, practice?.name, practice?.owners);
  return (
    <Lock aria-hidden title={reason}>
      <LockIcon size={12} />
      <VisuallyHidden id={id}>{reason}</VisuallyHidden>
    </Lock>
  );
}

export interface SidebarProps {
  /** Pages by area, in their order. */
  areas: readonly NavigationArea[];
  /** Path of the overview, above all areas; undefined if there is none. */
  overview: string | undefined;
  /** Items that need attention, by page path. */
  badges: ReadonlyMap<string, NonNullable<NavBadge>>;
  /** Path of the current page. */
  path: string;
  /** The practice whose pages are listed; undefined for none. */
  practice: PracticeSummary | undefined;
  internal: boolean;
  /** The first page of the other side, for people with access to clinic and internal pages. */
  otherSide?: { title: string; path: string } | undefined;
  switcher: ReactNode;
  /** The button that opens the command palette. */
  search: ReactNode;
  /** Additional content above the account menu. */
  extra?: ReactNode;
  account: ReactNode;
  notifications: ReactNode;
  onNavigate: (path: string) => void;
  /** Called on hover or focus of a link, so that its module can be prefetched. */
  onPoint?: ((path: string) => void) | undefined;
}

/** The sidebar: brand, practice, pages by area, account. Dark and marked Internal on internal pages. */
export function Sidebar(props: SidebarProps): ReactNode {
  const { areas, overview, badges, path, internal, otherSide, switcher, search, extra, account } = props;
  const { notifications, practice, onNavigate, onPoint } = props;
  const id = useId();
  return (
    <Root
      style={{
        ...(internal ? internalSide : clinicSide),
        backgroundColor: internal ? color.internal : color.rail,
      }}
    >
      <Head>
        <Brand internal={internal} />
      </Head>
      {switcher}
      {search}
      <Areas aria-label={messages.frame.pages}>
        {overview !== undefined && (
          <Anchor to={overview} aria-current={overview === path ? 'page' : undefined} onNavigate={onNavigate}>
            {messages.frame.overview}
          </Anchor>
        )}
        {areas.map((area, at) => (
          <div key={area.name}>
            <AreaName id={`${id}area${at}`}>{area.name}</AreaName>
            <List aria-labelledby={`${id}area${at}`}>
              {area.links.map((link) => {
                const badge = badges.get(link.path);
                const badgeId = `${id}badge${link.path}`;
                const rightId = `${id}right${link.path}`;
                const described = [...(badge ? [badgeId] : []), ...(link.missing ? [rightId] : [])];
                return (
                  <li key={link.path}>
                    <Anchor
                      to={link.path}
                      aria-current={link.path === path ? 'page' : undefined}
                      aria-describedby={described.length > 0 ? described.join(' ') : undefined}
                      onNavigate={onNavigate}
                      onPointerEnter={() => onPoint?.(link.path)}
                      onFocus={() => onPoint?.(link.path)}
                    >
                      <span>{link.title}</span>
                      {link.missing && <MissingRightMark id={rightId} right={link.missing} practice={practice} />}
                      {badge && <NavBadgeMark id={badgeId} badge={badge} />}
                    </Anchor>
                  </li>
                );
              })}
            </List>
          </div>
        ))}
      </Areas>
      <Foot>
        {otherSide && (
          <Anchor to={otherSide.path} onNavigate={onNavigate}>
            {otherSide.title}
          </Anchor>
        )}
        {extra}
        <Row>
          {account}
          {notifications}
        </Row>
      </Foot>
    </Root>
  );
}
