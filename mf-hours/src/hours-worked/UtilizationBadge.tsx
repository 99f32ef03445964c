import { ArrowDownIcon, StatusBadge, SuccessIcon, WarningIcon } from 'shared-ui';
import { useModuleSettings } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import declaration from '../../module.json';
import { messages } from './messages';
import type { Rating } from './rating';
import { type Band, bandOf } from './totals';

type Look = Pick<Parameters<typeof StatusBadge>[0], 'tone' | 'icon'>;

const looks: Record<Band, Look> = {
  high: { tone: 'success', icon: <SuccessIcon size={12} /> },
  medium: { tone: 'attention', icon: <WarningIcon size={12} /> },
  low: { tone: 'danger', icon: <ArrowDownIcon size={12} /> },
};

/**
 * The band of a rated utilization as icon and text, or a note that nobody has worked yet. Nothing without available
 * hours.
 */
export function UtilizationBadge({ rating }: { rating: Rating }): ReactNode {
  const limits = useModuleSettings(declaration.settings);
  if (rating.kind === 'not-started') return <StatusBadge tone="neutral">{messages.summary.notStarted}</StatusBadge>;
  if (rating.kind !== 'utilization' || !rating.isRated) return null;
  const band = bandOf(rating.utilization, limits);
  return <StatusBadge {...looks[band]}>{messages.summary.bands[band]}</StatusBadge>;
}
