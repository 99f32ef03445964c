import type { ReactNode } from 'react';
import { ErrorIcon, InfoIcon, SuccessIcon, WarningIcon } from '../icons';
import { color } from '../theme/tokens';

export type Tone = 'information' | 'attention' | 'danger' | 'success' | 'neutral';

/** Text, ground and border of each tone. */
export const toneColors: Record<Tone, { text: string; tint: string; line: string }> = {
  information: { text: color.information, tint: color.informationTint, line: color.informationLine },
  attention: { text: color.attention, tint: color.attentionTint, line: color.attentionLine },
  danger: { text: color.danger, tint: color.dangerTint, line: color.dangerLine },
  success: { text: color.success, tint: color.successTint, line: color.successLine },
  neutral: { text: color.neutral, tint: color.neutralTint, line: color.line },
};

/** Status is never only a color: each tone has its own icon. */
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
