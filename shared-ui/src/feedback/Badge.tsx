import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { IconButton } from '../actions/IconButton';
import { CloseIcon } from '../icons';
import { color, radius } from '../theme/tokens';
import { type Tone, toneColors, ToneIcon } from './tones';
import { ownProps } from '../theme/styled-props';

const Root = styled(
  'span',
  ownProps('tone'),
)<{ tone: Tone }>(({ tone }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 4,
  minHeight: 20,
  padding: '1px 7px',
  borderRadius: radius.small,
  backgroundColor: toneColors[tone].tint,
  color: toneColors[tone].text,
  fontSize: 12,
  lineHeight: '16px',
  fontWeight: 600,
  whiteSpace: 'nowrap',
  '& svg': { flex: 'none' },
}));

export interface StatusBadgeProps {
  tone: Tone;
  /** The tone's own when absent. */
  icon?: ReactNode;
  /** The word. */
  children: string;
}

/** A state in icon and word. */
export function StatusBadge({ tone, icon, children }: StatusBadgeProps): ReactNode {
  return (
    <Root tone={tone}>
      {icon ?? <ToneIcon tone={tone} size={12} />}
      {children}
    </Root>
  );
}

const Plain = styled(Root)({ fontWeight: 550, color: color.inkSecond, '& button': { marginRight: -5 } });

export interface ChipProps {
  children: string;
  /** Label of the remove button, with its object: "Remove Growth". */
  onRemove?: () => void;
  removeLabel?: string;
}

/** One of several names in a row: a bundle, a flag. */
export function Chip({ children, onRemove, removeLabel }: ChipProps): ReactNode {
  return (
    <Plain tone="neutral">
      {children}
      {onRemove && (
        <IconButton
          small
          label={removeLabel ?? `Remove ${children}`}
          icon={<CloseIcon size={12} />}
          onClick={onRemove}
        />
      )}
    </Plain>
  );
}
