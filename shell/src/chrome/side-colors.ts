import { color } from 'shared-ui';

/** Colors of the sidebar. Internal pages use dark ones. */
export const sideColor = {
  ink: 'var(--side-ink)',
  second: 'var(--side-second)',
  line: 'var(--side-line)',
  raised: 'var(--side-raised)',
  hover: 'var(--side-hover)',
  current: 'var(--side-current)',
  onCurrent: 'var(--side-on-current)',
} as const;

export const clinicSide = {
  '--side-ink': color.ink,
  '--side-second': color.inkSecond,
  '--side-line': color.line,
  '--side-raised': color.surface,
  '--side-hover': color.neutralTint,
  '--side-current': color.primaryTint,
  '--side-on-current': color.primary,
} as const;

export const internalSide = {
  '--side-ink': color.onInternal,
  '--side-second': color.onInternalSecond,
  '--side-line': color.internalLine,
  '--side-raised': 'transparent',
  '--side-hover': color.internalHover,
  '--side-current': color.internalHover,
  '--side-on-current': color.onInternal,
} as const;
