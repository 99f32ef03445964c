import type { ReactNode } from 'react';
import { color, ErrorState, LoadingBlock, Panel, styled, touchTarget } from 'shared-ui';
import { Typography } from 'shared-ui/mui';
import { NavLink } from '../chrome/NavLink';
import type { ContributionState } from '../contributions/contributions-store';
import { contributionMessages } from '../contributions/messages';
import type { Placement } from '../contributions/placements';
import { Block } from './CardBlocks';
import { overviewMessages as messages } from './messages';

/** Heights of cards on their first load: wide ones have charts, narrow ones a few lines. */
const loadingHeights = { wide: 232, narrow: 150, none: 0 } as const;

const Cell = styled('div')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', minWidth: 0 });

const Body = styled('div')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 12, alignContent: 'start' });

const More = styled(NavLink)({
  ...touchTarget,
  padding: '2px 0',
  margin: '-2px 0',
  color: color.primary,
  fontSize: 13,
  lineHeight: '20px',
  fontWeight: 600,
  textDecoration: 'none',
  '&:hover': { textDecoration: 'underline' },
});

export interface OverviewCardPanelProps {
  placement: Placement;
  state: ContributionState<'overview.card'>;
  /** Its height on the last visit, kept while it loads so that nothing moves afterwards. */
  lastHeight: number | undefined;
  onOpen: (path: string) => void;
  onRetry: () => void;
}

/** One card, sized to its content. While loading or after a failure, it keeps its place and says so. */
export function OverviewCardPanel(props: OverviewCardPanelProps): ReactNode {
  const { placement, state, lastHeight, onOpen, onRetry } = props;
  const { contribution, module } = placement;
  const { title } = contribution;
  const answer = state.phase === 'ready' ? state.answer : undefined;
  const link = answer?.link;
  const lead = answer?.lead !== undefined && (
    <Typography variant="body2" color="textSecondary">
      {answer.lead}
    </Typography>
  );
  const hasFigures = answer?.blocks[0]?.kind === 'figures';
  const loadingHeight = lastHeight ?? loadingHeights[contribution.size ?? 'narrow'];
  return (
    <Cell data-height={placement.key} style={{ minHeight: state.phase === 'loading' ? loadingHeight : undefined }}>
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
            {!hasFigures && lead}
            {answer.blocks.length === 0 && (
              <Typography variant="body2" color="textSecondary">
                {messages.card.empty}
              </Typography>
            )}
            {answer.blocks.map((block, at) => (
              <Block key={at} block={block} onOpen={onOpen} />
            ))}
            {/* A sentence after numbers is their footnote. */}
            {hasFigures && lead}
          </Body>
        )}
      </Panel>
    </Cell>
  );
}
