import { ArrowDownIcon, StatusBadge, SuccessIcon, WarningIcon } from 'shared-ui';
import type { ReactNode } from 'react';
import { words } from './messages';
import { type Band, bandOf } from './totals';

type Look = Pick<Parameters<typeof StatusBadge>[0], 'tone' | 'icon'>;

const looks: Record<Band, Look> = {
  high: { tone: 'success', icon: <SuccessIcon size={12} /> },
  medium: { tone: 'attention', icon: <WarningIcon size={12} /> },
  low: { tone: 'danger', icon: <ArrowDownIcon size={12} /> },
};

/** How busy, in icon and word. @param utilisation in percent, rounded to one decimal */
export function UtilisationBadge({ utilisation }: { utilisation: number }): ReactNode {
  const band = bandOf(utilisation);
  return <StatusBadge {...looks[band]}>{words.summary.bands[band]}</StatusBadge>;
}
