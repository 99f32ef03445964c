import type { ReactNode } from 'react';
import { color, ErrorState, LoadingBlock, narrow, Panel, styled } from 'shared-ui';
import { Typography } from 'shared-ui/mui';
import { NavLink } from '../chrome/NavLink';
import type { ContributionState } from '../contributions/contributions-store';
import { contributionMessages } from '../contributions/messages';
import type { Placement } from '../contributions/placements';
import { GRID_COLUMNS } from './card-order';
import { Block } from './CardBlocks';
import { overviewMessages as messages } from './messages';

/** The height of a card from the start, so that nothing moves when it has loaded: that of figures above bars. */
const CARD_HEIGHT = 232;

const Cell = styled('div')({
  display: 'grid',
  minWidth: 0,
  minHeight: CARD_HEIGHT,
  [narrow]: { gridColumn: '1 / -1 !important' },
});

const Body = styled('div')({ display: 'grid', gap: 12, alignContent: 'start' });

const More = styled(NavLink)({
  color: color.primary,
  fontSize: 13,
  lineHeight: '20px',
  fontWeight: 600,
  textDecoration: 'none',
  '&:hover': { textDecoration: 'underline' },
});

export interface OverviewCardPanelProps {
  placement: Placement;
  /** Its width in the grid. */
  columns: number;
  state: ContributionState<'overview.card'>;
  onOpen: (path: string) => void;
  onRetry: () => void;
}

/** One card. While it loads or after it has failed, it keeps its place and says so. */
export function OverviewCardPanel({ placement, columns, state, onOpen, onRetry }: OverviewCardPanelProps): ReactNode {
  const { contribution, module } = placement;
  const { title } = contribution;
  const answer = state.phase === 'ready' ? state.answer : undefined;
  const link = answer?.link;
  return (
    // Nothing is below a card that has the last row for itself, so it needs no more height than its content.
    <Cell style={{ gridColumn: `span ${columns}`, ...(columns === GRID_COLUMNS && { minHeight: 0 }) }}>
      <Panel
        title={title}
        actions={
          link && (
            <More to={link.path} onNavigate={onOpen}>
              {link.label}
            </More>
          )
        }
      >
        {state.phase === 'loading' && <LoadingBlock label={messages.card.loading(title)} lines={5} />}
        {state.phase === 'failed' && (
          <>
            <ErrorState title={messages.card.failed(title)} message={state.error.message} onRetry={onRetry} />
            {state.error.fault !== 'call-failed' && (
              <Typography variant="body2" color="textTertiary" align="center">
                {contributionMessages.version(module.name, module.version)}
              </Typography>
            )}
          </>
        )}
        {answer && (
          <Body>
            {answer.lead !== undefined && (
              <Typography variant="body2" color="textSecondary">
                {answer.lead}
              </Typography>
            )}
            {answer.blocks.length === 0 && (
              <Typography variant="body2" color="textSecondary">
                {messages.card.empty}
              </Typography>
            )}
            {answer.blocks.map((block, at) => (
              <Block key={at} block={block} onOpen={onOpen} />
            ))}
          </Body>
        )}
      </Panel>
    </Cell>
  );
}
