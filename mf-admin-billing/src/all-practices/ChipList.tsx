import { color, PopoverDialog, radius, styled } from 'shared-ui';
import { Chip, Stack, Typography } from 'shared-ui/mui';
import { memo, type ReactNode, useState } from 'react';
import { type ChipItem, splitVisible } from './chips';
import { messages } from './messages';

// In a narrow window, the table scrolls sideways before its chips wrap.
const Row = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 4, alignItems: 'center', minWidth: 150 });

const More = styled('button')({
  minWidth: 24,
  minHeight: 24,
  padding: '1px 7px',
  border: `1px solid ${color.control}`,
  borderRadius: radius.small,
  backgroundColor: color.surface,
  color: color.inkSecond,
  font: 'inherit',
  fontSize: 12,
  lineHeight: '16px',
  fontWeight: 600,
  fontVariantNumeric: 'tabular-nums',
  cursor: 'pointer',
  '&:hover': { backgroundColor: color.neutralTint, color: color.ink },
});

const All = styled('ul')({
  display: 'grid',
  gap: 6,
  margin: '8px 0 0',
  padding: 0,
  maxHeight: 320,
  overflowY: 'auto',
  listStyle: 'none',
});

export interface ChipListProps {
  items: readonly ChipItem[];
  /** Maximum number of visible chips. The others are folded. */
  room: number;
  /** What the chips are, and the practice's name: "features", "Bright Smiles Dental". */
  what: string;
  practice: string;
}

/** The first chips. A button shows all of them with their sources. */
export const ChipList = memo(function ChipList({ items, room, what, practice }: ChipListProps): ReactNode {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (items.length === 0) return <Nothing />;
  const { shown, folded } = splitVisible(items, room);
  const label = messages.chips.all(what, practice, items.length);
  return (
    <Row>
      {shown.map(({ label: name }) => (
        <Chip key={name} label={name} />
      ))}
      {folded > 0 && (
        <More
          type="button"
          aria-label={`${messages.chips.more(folded)}. ${label}`}
          aria-haspopup="dialog"
          onClick={({ currentTarget }) => setAnchor(currentTarget)}
        >
          {messages.chips.more(folded)}
        </More>
      )}
      {anchor && (
        <PopoverDialog anchorEl={anchor} label={label} width={320} onClose={() => setAnchor(null)}>
          <Typography variant="subtitle1">{label}</Typography>
          <All tabIndex={0}>
            {items.map(({ label: name, from }) => (
              <li key={name}>
                <Stack direction="row" spacing={2} sx={{ flexWrap: 'wrap' }}>
                  <Chip label={name} />
                  {from !== '' && (
                    <Typography variant="body2" color="textSecondary" component="span">
                      {from}
                    </Typography>
                  )}
                </Stack>
              </li>
            ))}
          </All>
        </PopoverDialog>
      )}
    </Row>
  );
});

function Nothing(): ReactNode {
  return (
    <Typography component="span" color="textTertiary" role="img" aria-label={messages.table.noneSpoken}>
      {messages.table.none}
    </Typography>
  );
}
