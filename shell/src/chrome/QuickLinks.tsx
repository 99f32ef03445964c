import { type ReactNode, useId, useRef, useState } from 'react';
import { CloseIcon, color, LinkIcon, NewTabLink, PanelRightIcon, size, styled } from 'shared-ui';
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
  /** The practice that the links point to. */
  practiceId: number;
  /** The open page, if it can be saved. */
  present: QuickLink | null;
  /** False for a page that no installed module provides. Such links are dimmed, and their target explains why. */
  isInstalled: (path: string) => boolean;
  /** URLs of other applications by tab pair: `office/user-accounts`. They open in a new tab. */
  targets: Readonly<Record<string, string>>;
  /** Hides the panel. Absent in the drawer, which has its own close button. */
  onHide?: (() => void) | undefined;
  onNavigate: (path: string) => void;
}

/** How links of a practice are resolved. */
interface LinkContext extends Pick<
  QuickLinksProps,
  'practiceId' | 'present' | 'isInstalled' | 'targets' | 'onNavigate'
> {
  /** Id of the description of links to pages that aren't installed. */
  missingId: string;
}

function LinkAnchor({ link, context }: { link: QuickLink; context: LinkContext }): ReactNode {
  const { practiceId, present, isInstalled, targets, onNavigate, missingId } = context;
  const path = quickLinkPath(link, practiceId);
  const missing = !isInstalled(path);
  const target = missing ? targetOf(link, practiceId, targets) : undefined;
  if (target !== undefined) return <NewTabLink href={target}>{link.name}</NewTabLink>;
  return (
    <>
      <Anchor
        to={path}
        onNavigate={onNavigate}
        aria-current={present && sameLink(link, present) ? 'page' : undefined}
        {...(missing && { 'aria-describedby': missingId, style: { color: color.inkThird } })}
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
}

interface LinkListProps {
  label: string;
  links: readonly QuickLink[];
  context: LinkContext;
  /** Removes a saved link. */
  onRemove?: (link: QuickLink) => void;
}

function LinkList({ label, links, context, onRemove }: LinkListProps): ReactNode {
  return (
    <List aria-label={label}>
      {links.map((link) => (
        <Item key={quickLinkPath(link, context.practiceId)}>
          <LinkAnchor link={link} context={context} />
          {onRemove && (
            <Tooltip title={text.remove(link.name)}>
              <IconButton size="small" onClick={() => onRemove(link)}>
                <CloseIcon size={14} />
              </IconButton>
            </Tooltip>
          )}
        </Item>
      ))}
    </List>
  );
}

/** The person's saved links. The open page can be added, and Undo restores a removed link. */
function SavedLinks({ userId, context }: { userId: string; context: LinkContext }): ReactNode {
  const { present } = context;
  const { links, kept, save, remove } = useSavedLinks(userId);
  const [removed, setRemoved] = useState<QuickLink | null>(null);
  const saveButton = useRef<HTMLButtonElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const isListed = (link: QuickLink | null): boolean => link !== null && links.some((one) => sameLink(one, link));
  const saved = isListed(present);
  const saveAgain = (link: QuickLink): void => {
    save(link);
    setRemoved(null);
  };

  return (
    <section>
      <Typography variant="h2" ref={title} tabIndex={-1} style={{ outline: 'none' }}>
        {text.saved}
      </Typography>
      {links.length === 0 ? (
        <Typography variant="body2" color="textSecondary" style={{ marginTop: 6 }}>
          {text.none}
        </Typography>
      ) : (
        <LinkList
          label={text.saved}
          links={links}
          context={context}
          onRemove={(link) => {
            remove(link);
            setRemoved(link);
            // The focused button disappears with its link.
            (saveButton.current ?? title.current)?.focus();
          }}
        />
      )}
      <Stack spacing={2} style={{ marginTop: 12, alignItems: 'flex-start' }}>
        <div role="status">
          {removed && !isListed(removed) && (
            <Typography variant="body2" color="textSecondary" component="div">
              <span>{text.removed(removed.name)}</span>{' '}
              <Button variant="text" style={{ padding: '0 4px', margin: '-12px 0' }} onClick={() => saveAgain(removed)}>
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
            onClick={() => saveAgain(present)}
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
  );
}

/** Shortcuts to settings pages (specification: settings and hours, 2.4). */
export function QuickLinks({ userId, onHide, ...links }: QuickLinksProps): ReactNode {
  const { practiceId, isInstalled, targets } = links;
  const missingId = useId();
  const context = { ...links, missingId };
  const isAbsent = (link: QuickLink): boolean =>
    !isInstalled(quickLinkPath(link, practiceId)) && targetOf(link, practiceId, targets) === undefined;
  const absent = fixedLinks.filter(isAbsent);

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
        <span id={missingId} hidden>
          {text.missing}
        </span>
        <LinkList label={text.fixed} links={fixedLinks.filter((link) => !isAbsent(link))} context={context} />
        {absent.length > 0 && (
          <Absent>
            <summary>{text.absent(absent.length)}</summary>
            <LinkList label={text.absent(absent.length)} links={absent} context={context} />
          </Absent>
        )}
      </section>
      <SavedLinks userId={userId} context={context} />
    </Root>
  );
}
