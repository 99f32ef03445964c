import type { ReactNode } from 'react';
import { ErrorIcon, InfoIcon, SuccessIcon, WarningIcon } from '../icons';
import { color } from '../theme/tokens';

export type Tone = 'information' | 'attention' | 'danger' | 'success' | 'neutral';

/** The text color of each tone. */
export const toneText: Record<Tone, string> = {
  information: color.information,
  attention: color.attention,
  danger: color.danger,
  success: color.success,
  neutral: color.neutral,
};

/** The MUI color of each tone. */
export const toneColor = {
  information: 'info',
  attention: 'warning',
  danger: 'error',
  success: 'success',
  neutral: 'default',
} as const satisfies Record<Tone, string>;

/** Each tone has its own icon, so status is never conveyed by color only. */
export function ToneIcon({ tone, size = 16 }: { tone: Tone; size?: number }): ReactNode {
  switch (tone) {
    case 'information':
    case 'neutral':
      return <InfoIcon size={size} />;
    case 'attention':
      return <WarningIcon size={size} />;
    case 'danger':
      return <ErrorIcon size={size} />;
    case 'success':
      return <SuccessIcon size={size} />;
  }
}
