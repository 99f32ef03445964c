import { type ReactNode, useRef, useState } from 'react';
import { Button, CloseIcon, color, IconButton, LinkIcon, Notice, size, Stack, styled, Text } from 'shared-ui';
import { messages } from '../messages';
import { fixedLinks } from './fixed-links';
import { NavLink } from './NavLink';
import { type QuickLink, quickLinkPath, sameLink } from './quick-links';
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

export interface QuickLinksProps {
  userId: string;
  /** The practice of the links. */
  practiceId: number;
  /** The open page, if it can be saved. */
  present: QuickLink | null;
  onNavigate: (path: string) => void;
}

/** Shortcuts to settings pages (specification: settings and hours, 2.4). */
export function QuickLinks({ userId, practiceId, present, onNavigate }: QuickLinksProps): ReactNode {
  const { links, kept, save, remove } = useSavedLinks(userId);
  const [removed, setRemoved] = useState<QuickLink | null>(null);
  const saveButton = useRef<HTMLButtonElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const saved = present !== null && links.some((link) => sameLink(link, present));

  const anchor = (link: QuickLink): ReactNode => (
    <Anchor
      to={quickLinkPath(link, practiceId)}
      onNavigate={onNavigate}
      aria-current={present && sameLink(link, present) ? 'page' : undefined}
    >
      {link.name}
    </Anchor>
  );

  return (
    <Root>
      <section>
        <Text variant="sectionHeading">{text.title}</Text>
        <List aria-label={text.fixed}>
          {fixedLinks.map((link) => (
            <Item key={quickLinkPath(link, practiceId)}>{anchor(link)}</Item>
          ))}
        </List>
      </section>
      <section>
        <Text variant="sectionHeading" ref={title} tabIndex={-1} style={{ outline: 'none' }}>
          {text.saved}
        </Text>
        {links.length === 0 ? (
          <Text variant="secondary" tone="second" style={{ marginTop: 6 }}>
            {text.none}
          </Text>
        ) : (
          <List aria-label={text.saved}>
            {links.map((link) => (
              <Item key={quickLinkPath(link, practiceId)}>
                {anchor(link)}
                <IconButton
                  small
                  label={text.remove(link.name)}
                  icon={<CloseIcon size={14} />}
                  onClick={() => {
                    remove(link);
                    setRemoved(link);
                    // The focused button disappears with its link.
                    (saveButton.current ?? title.current)?.focus();
                  }}
                />
              </Item>
            ))}
          </List>
        )}
        <Stack gap={2} style={{ marginTop: 12, alignItems: 'flex-start' }}>
          <div role="status">
            {removed && !links.some((link) => sameLink(link, removed)) && (
              <Text variant="secondary" tone="second" as="div">
                {text.removed(removed.name)}{' '}
                <Button
                  variant="quiet"
                  style={{ padding: '0 4px', minHeight: 24 }}
                  onClick={() => {
                    save(removed);
                    setRemoved(null);
                  }}
                >
                  {text.undo}
                </Button>
              </Text>
            )}
          </div>
          {present && (
            <Button
              ref={saveButton}
              icon={<LinkIcon size={14} />}
              why={saved ? text.alreadySavedWhy : undefined}
              onClick={() => {
                save(present);
                setRemoved(null);
              }}
            >
              {saved ? text.alreadySaved : text.save}
            </Button>
          )}
          {!kept && (
            <Notice tone="attention" live="polite">
              {text.notKept}
            </Notice>
          )}
          <Text variant="secondary" tone="second">
            {text.disclaimer}
          </Text>
        </Stack>
      </section>
    </Root>
  );
}
