import type { ReactNode } from 'react';
import { narrow, styled } from 'shared-ui';
import type { SlotView } from '../contributions/use-slot';
import type { Placement } from '../contributions/placements';
import { columnsOf } from './card-columns';
import type { Heights } from './last-heights';
import { OverviewCardPanel } from './OverviewCardPanel';

const Grid = styled('div')({
  display: 'grid',
  alignItems: 'start',
  gap: 16,
  [narrow]: { gridTemplateColumns: 'minmax(0, 1fr) !important' },
});

const Column = styled('div')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 16 });

export interface CardGridProps {
  cards: readonly Placement[];
  slot: SlotView<'overview.card'>;
  /** By card key. */
  lastHeights: Heights;
  onOpen: (path: string) => void;
}

/** The cards in columns, or stacked on a narrow screen. */
export function CardGrid({ cards, slot, lastHeights, onOpen }: CardGridProps): ReactNode {
  const columns = columnsOf(cards);
  return (
    <Grid style={{ gridTemplateColumns: columns.map(({ width }) => `minmax(0, ${width}fr)`).join(' ') }}>
      {columns.map((column, at) => (
        <Column key={at}>
          {column.cards.map((placement) => (
            <OverviewCardPanel
              key={placement.key}
              placement={placement}
              state={slot.stateOf(placement)}
              lastHeight={lastHeights[placement.key]}
              onOpen={onOpen}
              onRetry={() => slot.ask(placement.key)}
            />
          ))}
        </Column>
      ))}
    </Grid>
  );
}
