import { styled } from 'shared-ui';
import { Chip } from 'shared-ui/mui';
import { memo, type ReactNode } from 'react';
import { AllItems } from './AllItems';
import { type ChipItem, splitVisible } from './chips';
import { messages } from './messages';

/** Chips next to each other. In a narrow column, they end with an ellipsis; their tooltip has the whole name. */
export const chipRow = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 4,
  alignItems: 'center',
  minWidth: 0,
  '& .MuiChip-root': { maxWidth: '100%' },
  '& .MuiChip-label': { overflow: 'hidden', textOverflow: 'ellipsis' },
} as const;

const Row = styled('div')(chipRow);

export interface ChipListProps {
  items: readonly ChipItem[];
  /** Maximum number of visible chips. The rest are collapsed. */
  room: number;
  /** What the chips show, and the practice's name: "bundles", "Bright Smiles Dental". */
  what: string;
  practice: string;
}

/** The first chips. A button shows all of them with their sources. */
export const ChipList = memo(function ChipList({ items, room, what, practice }: ChipListProps): ReactNode {
  const { shown, folded } = splitVisible(items, room);
  return (
    <Row>
      {shown.map(({ label }) => (
        <Chip key={label} label={label} title={label} />
      ))}
      {(folded > 0 || items.length === 0) && (
        <AllItems
          items={items}
          label={messages.chips.all(what, practice, items.length)}
          text={messages.chips.more(folded)}
        />
      )}
    </Row>
  );
});
