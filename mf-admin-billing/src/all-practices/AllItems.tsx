import { color, PopoverDialog, radius, styled, touchTarget } from 'shared-ui';
import { Chip, Stack, Typography } from 'shared-ui/mui';
import { type ReactNode, useState } from 'react';
import type { ChipItem } from './chips';
import { messages } from './messages';

const Opener = styled('button')({
  ...touchTarget,
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

export interface AllItemsProps {
  items: readonly ChipItem[];
  /** The dialog's name: "All 14 features of Lakeside". */
  label: string;
  /** The button's text. */
  text: string;
}

/** A small button that shows all items with their sources. Without items, a dash. */
export function AllItems({ items, label, text }: AllItemsProps): ReactNode {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (items.length === 0) {
    return (
      <Typography component="span" color="textTertiary" role="img" aria-label={messages.table.noneSpoken}>
        {messages.table.none}
      </Typography>
    );
  }
  return (
    <>
      <Opener
        type="button"
        aria-label={`${text}. ${label}`}
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {text}
      </Opener>
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
    </>
  );
}
