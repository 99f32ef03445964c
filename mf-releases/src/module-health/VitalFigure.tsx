import type { VitalName } from 'shared-api/contracts';
import { color, ErrorIcon, type Icon, styled, SuccessIcon, VisuallyHidden, WarningIcon } from 'shared-ui';
import type { ReactNode } from 'react';
import { type Rating, type Vital, vitalText } from './figures';
import { moduleHealthMessages } from './messages';

const text = moduleHealthMessages;

const icons: Record<Rating, { mark: Icon; ink: string }> = {
  good: { mark: SuccessIcon, ink: color.success },
  'needs-improvement': { mark: WarningIcon, ink: color.attention },
  poor: { mark: ErrorIcon, ink: color.danger },
};

const Mark = styled('span')({ display: 'inline-flex', verticalAlign: '-2px' });

/** An icon for the rating of a vital. */
export function RatingIcon({ rating }: { rating: Rating }): ReactNode {
  const { mark: Drawn, ink } = icons[rating];
  return (
    <Mark style={{ color: ink }}>
      <Drawn size={13} />
    </Mark>
  );
}

/** The 75th percentile of a vital, with its rating. */
export function VitalFigure({ name, vital }: { name: VitalName; vital: Vital | undefined }): ReactNode {
  if (!vital) return <NoFigure />;
  const value = vitalText(name, vital.p75);
  return (
    <span title={text.version.rated(value, text.legend.rating[vital.rating], vital.count)}>
      <span>{value}</span> <RatingIcon rating={vital.rating} />
      <VisuallyHidden>{text.legend.rating[vital.rating]}</VisuallyHidden>
    </span>
  );
}

function NoFigure(): ReactNode {
  return (
    <>
      <span aria-hidden style={{ color: color.inkThird }}>
        –
      </span>
      <VisuallyHidden>{text.version.none}</VisuallyHidden>
    </>
  );
}
