import { ChevronDownIcon, ChevronRightIcon, color, formatInstant, styled } from 'shared-ui';
import { Typography } from 'shared-ui/mui';
import { type ReactNode, useId, useState } from 'react';
import { ChangeTypeBadge } from './change-type';
import { EntryDetails } from './EntryDetails';
import { historyMessages as messages } from './messages';
import type { HistoryEntry } from './mapper';

const Item = styled('li')({
  borderTop: `1px solid ${color.line}`,
  breakInside: 'avoid',
  '&:first-of-type': { borderTop: 0 },
});

const Toggle = styled('button')({
  display: 'grid',
  gridTemplateColumns: '16px minmax(138px, auto) minmax(0, 1fr) auto',
  alignItems: 'center',
  gap: '2px 12px',
  width: '100%',
  padding: '9px 16px',
  border: 0,
  background: 'none',
  color: color.ink,
  fontSize: 13,
  lineHeight: '20px',
  textAlign: 'left',
  cursor: 'pointer',
  '&:hover': { backgroundColor: color.subtle },
  '&:focus-visible': { outlineOffset: -2 },
  '& > [data-when]': { textAlign: 'right', color: color.inkSecond },
  '@media (max-width: 699.95px)': {
    gridTemplateColumns: '16px minmax(0, 1fr)',
    '& > span, & > time': { gridColumn: 2 },
    '& > svg': { gridRow: '1' },
    '& > [data-when]': { textAlign: 'left' },
  },
});

/** In print, every entry is expanded. */
const Body = styled('div')({
  padding: '2px 16px 14px 44px',
  '&[hidden]': { display: 'none', '@media print': { display: 'block' } },
  '@media (max-width: 699.95px)': { paddingLeft: 16 },
});

export interface HistoryItemProps {
  entry: HistoryEntry;
  timeZone: string;
}

/** One change with its product, author and time; expandable for details. */
export function HistoryItem({ entry, timeZone }: HistoryItemProps): ReactNode {
  const { change_type, product_name, user, created_at } = entry;
  const [open, setOpen] = useState(false);
  const id = useId();
  const Arrow = open ? ChevronDownIcon : ChevronRightIcon;
  return (
    <Item>
      <Toggle type="button" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        <Arrow size={14} />
        <span>
          <ChangeTypeBadge type={change_type} />
        </span>
        <span style={{ overflowWrap: 'anywhere' }}>
          <strong style={{ fontWeight: 600 }}>{product_name}</strong>{' '}
          <Typography component="span" variant="body2" color="textTertiary">
            {messages.byWhom(user.name)}
          </Typography>
        </span>
        <time data-when="" dateTime={new Date(created_at * 1000).toISOString()}>
          {formatInstant(created_at, timeZone)}
        </time>
      </Toggle>
      <Body id={id} hidden={!open}>
        <EntryDetails entry={entry} timeZone={timeZone} />
      </Body>
    </Item>
  );
}
