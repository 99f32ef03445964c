import { type ReactNode, useId, useRef, useState } from 'react';
import { CloseIcon, color, LinkIcon, NewTabLink, PanelRightIcon, size, styled, VisuallyHidden } from 'shared-ui';
import { Alert, Button, IconButton, Stack, Tooltip, Typography } from 'shared-ui/mui';
import { messages } from '../messages';
import { fixedLinks } from './fixed-links';
import { NavLink } from './NavLink';
import { type QuickLink, quickLinkPath, sameLink, targetOf } from './quick-links';
import { useSavedLinks } from './use-saved-links';

const text = messages.quickLinks;

const Root = styled('div')({ padding: '20px 16px 24px', display: 'grid', gap: 20, color: color.ink });

const List = styled('ul')({ listStyle: 'none', margin: '6px 0 0', padding: 0 });

const Item = styled('li')({
  display: 'flex',
  alignItems: 'center',
  minHeight: size.control,
  borderBottom: `1px solid ${color.line}`,
});

const Anchor = styled(NavLink)({
  flex: 1,
  minWidth: 0,
  padding: '6px 0',
  color: color.inkSecond,
  textDecoration: 'none',
  overflowWrap: 'anywhere',
  fontSize: 13,
  lineHeight: '20px',
  '&:hover': { color: color.ink },
  '&[aria-current]': { color: color.primary, fontWeight: 600 },
});

const Absent = styled('details')({
  marginTop: 4,
  '& summary': {
    minHeight: size.control,
    display: 'list-item',
    lineHeight: `${size.control}px`,
    cursor: 'pointer',
    fontSize: 13,
    color: color.inkSecond,
  },
});

const Missing = styled('span')({ flex: 'none', fontSize: 11, lineHeight: '16px', color: color.inkThird });

export interface QuickLinksProps {
  userId: string;
  /** The practice of the links. */
  practiceId: number;
  /** The open page, if it can be saved. */
  present: QuickLink | null;
  /** False for a page that no installed module provides. Such links are dimmed, and say so when they are followed. */
  isInstalled: (path: string) => boolean;
  /** Addresses of other applications by pair of tabs: `office/user-accounts`. They open in a tab of their own. */
  targets: Readonly<Record<string, string>>;
  /** Hides the panel. Absent in the drawer, which has its own way to close. */
  onHide?: (() => void) | undefined;
  onNavigate: (path: string) => void;
}

/** Shortcuts to settings pages (specification: settings and hours, 2.4). */
export function QuickLinks({
  userId,
  practiceId,
  present,
  isInstalled,
  targets,
  onHide,
  onNavigate,
}: QuickLinksProps): ReactNode {
  const { links, kept, save, remove } = useSavedLinks(userId);
  const [removed, setRemoved] = useState<QuickLink | null>(null);
  const saveButton = useRef<HTMLButtonElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const saved = present !== null && links.some((link) => sameLink(link, present));

  const id = useId();
  const anchor = (link: QuickLink): ReactNode => {
    const path = quickLinkPath(link, practiceId);
    const target = isInstalled(path) ? undefined : targetOf(link, practiceId, targets);
    if (target !== undefined) return <NewTabLink href={target}>{link.name}</NewTabLink>;
    const missing = !isInstalled(path);
    return (
      <>
        <Anchor
          to={path}
          onNavigate={onNavigate}
          aria-current={present && sameLink(link, present) ? 'page' : undefined}
          {...(missing && { 'aria-describedby': `${id}missing`, style: { color: color.inkThird } })}
        >
          {link.name}
        </Anchor>
        {missing && (
          <Missing aria-hidden title={text.missing}>
            {text.missingMark}
          </Missing>
        )}
      </>
    );
  };

  const isAbsent = (link: QuickLink): boolean =>
    !isInstalled(quickLinkPath(link, practiceId)) && targetOf(link, practiceId, targets) === undefined;
  const absent = fixedLinks.filter(isAbsent);
  const listed = (links: readonly QuickLink[]): ReactNode =>
    links.map((link) => <Item key={quickLinkPath(link, practiceId)}>{anchor(link)}</Item>);

  return (
    <Root>
      <section>
        <div style={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', minHeight: 28 }}>
          <Typography variant="h2">{text.title}</Typography>
          {onHide && (
            <Tooltip title={text.hide}>
              <IconButton size="small" onClick={onHide}>
                <PanelRightIcon size={16} />
              </IconButton>
            </Tooltip>
          )}
        </div>
        <VisuallyHidden id={`${id}missing`}>{text.missing}</VisuallyHidden>
        <List aria-label={text.fixed}>{listed(fixedLinks.filter((link) => !isAbsent(link)))}</List>
        {absent.length > 0 && (
          <Absent>
            <summary>{text.absent(absent.length)}</summary>
            <List aria-label={text.absent(absent.length)}>{listed(absent)}</List>
          </Absent>
        )}
      </section>
      <section>
        <Typography variant="h2" ref={title} tabIndex={-1} style={{ outline: 'none' }}>
          {text.saved}
        </Typography>
        {links.length === 0 ? (
          <Typography variant="body2" color="textSecondary" style={{ marginTop: 6 }}>
            {text.none}
          </Typography>
        ) : (
          <List aria-label={text.saved}>
            {links.map((link) => (
              <Item key={quickLinkPath(link, practiceId)}>
                {anchor(link)}
                <Tooltip title={text.remove(link.name)}>
                  <IconButton
                    size="small"
                    onClick={() => {
                      remove(link);
                      setRemoved(link);
                      // The focused button disappears with its link.
                      (saveButton.current ?? title.current)?.focus();
                    }}
                  >
                    <CloseIcon size={14} />
                  </IconButton>
                </Tooltip>
              </Item>
            ))}
          </List>
        )}
        <Stack spacing={2} style={{ marginTop: 12, alignItems: 'flex-start' }}>
          <div role="status">
            {removed && !links.some((link) => sameLink(link, removed)) && (
              <Typography variant="body2" color="textSecondary" component="div">
                <span>{text.removed(removed.name)}</span>{' '}
                <Button
                  variant="text"
                  style={{ padding: '0 4px', margin: '-12px 0' }}
                  onClick={() => {
                    save(removed);
                    setRemoved(null);
                  }}
                >
                  {text.undo}
                </Button>
              </Typography>
            )}
          </div>
          {present && (
            <Button
              ref={saveButton}
              startIcon={<LinkIcon size={14} />}
              reason={saved ? text.alreadySavedWhy : undefined}
              onClick={() => {
                save(present);
                setRemoved(null);
              }}
            >
              {saved ? text.alreadySaved : text.save}
            </Button>
          )}
          {!kept && (
            <Alert severity="warning" role="status">
              {text.notKept}
            </Alert>
          )}
          <Typography variant="body2" color="textSecondary">
            {text.disclaimer}
          </Typography>
        </Stack>
      </section>
    </Root>
  );
}
