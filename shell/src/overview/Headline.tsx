import type { ReactNode } from 'react';
import type { ContributionAnswer } from 'shared-api/contracts';
import { color, forcedTrack, radius, styled } from 'shared-ui';
import { Skeleton } from 'shared-ui/mui';
import { NavLink } from '../chrome/NavLink';
import { overviewMessages as messages } from './messages';

type Card = ContributionAnswer<'overview.card'>;

/** Reserves its height, so that nothing moves when it loads. */
const HEIGHT = 122;

const frame = {
  boxSizing: 'border-box',
  minHeight: HEIGHT,
  padding: '12px 16px',
  border: `1px solid ${color.line}`,
  borderRadius: radius.panel,
  backgroundColor: color.surface,
} as const;

const Frame = styled('div')(frame);

const Link = styled(NavLink)({ ...frame, display: 'block', color: 'inherit', textDecoration: 'none' });

const Figures = styled('dl')({
  display: 'flex',
  alignItems: 'flex-end',
  gap: 24,
  margin: 0,
  dt: { fontSize: 12, lineHeight: '16px', color: color.inkSecond },
  dd: { margin: 0, fontSize: 17, lineHeight: '24px', fontWeight: 650, fontVariantNumeric: 'tabular-nums' },
  'div:first-of-type > dd': { fontSize: 28, lineHeight: '34px', letterSpacing: '-0.02em' },
});

const Track = styled('div')({
  height: 6,
  margin: '10px 0 6px',
  borderRadius: 3,
  overflow: 'hidden',
  backgroundColor: color.neutralTint,
  '& > div': { height: '100%', backgroundColor: color.primaryFill },
  ...forcedTrack,
});

const Text = styled('div')({ fontSize: 13, lineHeight: '18px', color: color.inkSecond });

export interface HeadlineProps {
  /** The first card with a headline; undefined while unknown. */
  card: Card | undefined;
  onOpen: (path: string) => void;
}

/** The main number on a phone, above the items that need attention. */
export function Headline({ card, onOpen }: HeadlineProps): ReactNode {
  const headline = card?.headline;
  if (!headline) {
    return (
      <Frame role="status" aria-label={messages.headline.loading}>
        <Skeleton width="40%" height={14} />
        <Skeleton width="30%" height={34} />
      </Frame>
    );
  }
  const { figures, progress, text } = headline;
  const content = (
    <>
      <Figures>
        {figures.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </Figures>
      <Track aria-hidden>
        <div style={{ width: `${Math.min(progress ?? 0, 1) * 100}%` }} />
      </Track>
      {text !== undefined && <Text>{text}</Text>}
    </>
  );
  return card.link ? (
    <Link to={card.link.path} onNavigate={onOpen}>
      {content}
    </Link>
  ) : (
    <Frame>{content}</Frame>
  );
}
