import { ArrowDownIcon, StatusBadge, SuccessIcon, WarningIcon } from 'shared-ui';
import { useModuleSettings } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import declaration from '../../module.json';
import { messages } from './messages';
import { type Band, bandOf } from './totals';

type Look = Pick<Parameters<typeof StatusBadge>[0], 'tone' | 'icon'>;

const looks: Record<Band, Look> = {
  high: { tone: 'success', icon: <SuccessIcon size={12} /> },
  medium: { tone: 'attention', icon: <WarningIcon size={12} /> },
  low: { tone: 'danger', icon: <ArrowDownIcon size={12} /> },
};

/** The utilization as icon and text. @param utilization in percent, to one decimal */
export function UtilizationBadge({ utilization }: { utilization: number }): ReactNode {
  const band = bandOf(utilization, useModuleSettings(declaration.settings));
  return <StatusBadge {...looks[band]}>{messages.summary.bands[band]}</StatusBadge>;
}
