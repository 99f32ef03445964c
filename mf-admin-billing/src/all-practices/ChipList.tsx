import { styled } from 'shared-ui';
import { Chip } from 'shared-ui/mui';
import { memo, type ReactNode } from 'react';
import { AllItems } from './AllItems';
import { type ChipItem, splitVisible } from './chips';
import { messages } from './messages';

/** Chips on one line. In a narrow column, they end with an ellipsis; their tooltip has the whole name. */
export const ChipRow = styled('div')({
  display: 'flex',
  gap: 4,
  alignItems: 'center',
  minWidth: 0,
  whiteSpace: 'nowrap',
  '& .MuiChip-root': { flex: '0 1 auto', minWidth: 32 },
  '& .MuiChip-label': { overflow: 'hidden', textOverflow: 'ellipsis' },
  '& > :not(.MuiChip-root)': { flex: 'none' },
});

export interface ChipListProps {
  items: readonly ChipItem[];
  /** Maximum number of visible chips. The rest are collapsed. */
  room: number;
  /** What the chips show, and the practice's name: "bundles", "Bright Smiles Dental". */
  what: string;
  practice: string;
  /** Replaces the chips where there's no room for them: `5 flags`. */
  count?: string | undefined;
}

/** The first chips. A button shows all of them with their sources. */
export const ChipList = memo(function ChipList({ items, room, what, practice, count }: ChipListProps): ReactNode {
  const { shown, folded } = count === undefined ? splitVisible(items, room) : { shown: [], folded: items.length };
  return (
    <ChipRow>
      {shown.map(({ label }) => (
        <Chip key={label} label={label} title={label} />
      ))}
      {(folded > 0 || items.length === 0) && (
        <AllItems
          items={items}
          label={messages.chips.all(what, practice, items.length)}
          text={count ?? messages.chips.more(folded)}
        />
      )}
    </ChipRow>
  );
});
