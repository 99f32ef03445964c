import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { createContext, type ReactNode, useState } from 'react';
import { ownProps } from '../theme/styled-props';
import { color, narrow, phone } from '../theme/tokens';

/** The container for elements that float at the bottom of a page. */
export const PageFootContext = createContext<HTMLElement | null>(null);

const Root = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  boxSizing: 'border-box',
  // The shell provides the height above the page.
  minHeight: 'calc(100dvh - var(--console-frame-top, 0px))',
  padding: '24px 24px 0',
  [narrow]: { padding: '16px 16px 0' },
  '@media print': { display: 'block', minHeight: 0, padding: 0 },
});

const Head = styled('header')({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  flexWrap: 'wrap',
  gap: '12px 24px',
  marginBottom: 20,
  // On a phone, a single button stays next to the heading, and the lead comes below both.
  [phone]: {
    '&:has(> [data-page-actions] > :only-child:not([data-search]))': {
      '& > [data-page-words]': { display: 'contents' },
      '& > [data-page-words] > :first-of-type': { flex: '1 1 160px', minWidth: 0, overflowWrap: 'anywhere' },
      '& > [data-page-words] > [data-page-lead]': { order: 1, flexBasis: '100%', marginTop: '-8px' },
    },
  },
});

const Words = styled('div')({
  flex: '1 1 320px',
  minWidth: 0,
  maxWidth: 680,
  // Practice names can have any length.
  overflowWrap: 'anywhere',
  // A menu stays next to the heading; buttons wrap below it.
  [phone]: { '&:has(+ [data-page-menu])': { flexBasis: 0 } },
});

const Heading = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 16px' });

const Actions = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 8,
  // A search fills its line.
  [phone]: { '&:has(> [data-search])': { flexBasis: '100%', '& > [data-search]': { flex: 1 } } },
});

const Content = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  gap: 16,
  minWidth: 0,
  paddingBottom: 24,
  '@media print': { paddingBottom: 0 },
});

const Foot = styled('div')({ position: 'sticky', bottom: 0, marginTop: 'auto', zIndex: 20, pointerEvents: 'none' });

export interface PageProps {
  title: string;
  /** The subject of the page, next to the heading: a name, a number, a status. */
  subject?: ReactNode;
  /** One sentence with the purpose of the page, or its most urgent fact. */
  lead?: ReactNode;
  /** Buttons at the right of the heading. At most one is filled. */
  actions?: ReactNode;
  /** On a phone: a menu button with all actions, next to the heading. */
  menu?: ReactNode;
  children: ReactNode;
}

/**
 * One page of a module. The shell moves the focus to its heading after a navigation.
 *
 * @example
 * <Page title="Rooms" lead="Where appointments take place." actions={<Button variant="contained">Add a room</Button>}>
 *   <EmptyState title="No rooms yet" />
 * </Page>
 */
export function Page({ title, subject, lead, actions, menu = false, children }: PageProps): ReactNode {
  const [foot, setFoot] = useState<HTMLElement | null>(null);
  const heading = (
    <Typography variant="h1" tabIndex={-1} data-page-heading="">
      {title}
    </Typography>
  );
  return (
    <PageFootContext.Provider value={foot}>
      <Root>
        <Head>
          <Words data-page-words="" style={subject !== undefined ? { maxWidth: 'none' } : undefined}>
            {subject === undefined ? (
              heading
            ) : (
              <Heading>
                {heading}
                {subject}
              </Heading>
            )}
            {lead !== undefined && (
              <Typography data-page-lead="" color="textSecondary" component="div" sx={{ marginTop: '2px' }}>
                {lead}
              </Typography>
            )}
          </Words>
          {menu !== false && <div data-page-menu="">{menu}</div>}
          {actions !== undefined && (
            <Actions data-page-actions="" data-screen-only="">
              {actions}
            </Actions>
          )}
        </Head>
        <Content>{children}</Content>
        <Foot ref={setFoot} data-screen-only="" />
      </Root>
    </PageFootContext.Provider>
  );
}

const Frame = styled(
  'section',
  ownProps('flush'),
)<{ flush: boolean }>(({ flush }) => ({
  backgroundColor: color.surface,
  border: `1px solid ${color.line}`,
  borderRadius: 10,
  minWidth: 0,
  padding: flush ? 0 : '14px 16px 16px',
  overflow: flush ? 'hidden' : 'visible',
}));

const PanelHead = styled(
  'div',
  ownProps('flush'),
)<{ flush: boolean }>(({ flush }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-start',
  justifyContent: 'space-between',
  gap: '8px 16px',
  padding: flush ? '14px 16px 12px' : '0 0 12px',
}));

/** On a phone, actions stay next to the title if they fit. */
const PanelWords = styled('div')({ minWidth: 0, overflowWrap: 'anywhere', [phone]: { flex: '1 1 160px' } });

export interface PanelProps {
  title?: string;
  description?: ReactNode;
  actions?: ReactNode;
  /** No padding, for lists and tables. */
  flush?: boolean;
  children: ReactNode;
}

/**
 * A bordered section of a page with its own heading.
 *
 * @example
 * <Panel title="Opening" description="Shown on the booking page." actions={<Button>Edit</Button>}>
 *   9:00 AM to 5:00 PM
 * </Panel>
 */
export function Panel({ title, description, actions, flush = false, children }: PanelProps): ReactNode {
  const head = title !== undefined || actions !== undefined;
  return (
    <Frame aria-label={title} flush={flush} data-padded={flush ? undefined : ''}>
      {head && (
        <PanelHead flush={flush}>
          <PanelWords>
            {title !== undefined && <Typography variant="h2">{title}</Typography>}
            {description !== undefined && (
              <Typography variant="body2" color="textTertiary" component="div" style={{ marginTop: 2 }}>
                {description}
              </Typography>
            )}
          </PanelWords>
          {actions !== undefined && <Actions>{actions}</Actions>}
        </PanelHead>
      )}
      {children}
    </Frame>
  );
}
