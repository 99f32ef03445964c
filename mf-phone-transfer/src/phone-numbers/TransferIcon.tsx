import { styled } from 'shared-ui';
import type { ReactNode } from 'react';

/** Pale in a disabled button. Its color alone hardly differs from that of a quiet button. */
const Icon = styled('svg')({ '[aria-disabled=true] > &': { opacity: 0.4 } });

/** Two opposite arrows, in the style of the kit's icons. */
export function TransferIcon(): ReactNode {
  return (
    <Icon
      width={16}
      height={16}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      focusable={false}
    >
      <path d="M4 8h15M15 4l4 4-4 4M20 16H5M9 12l-4 4 4 4" />
    </Icon>
  );
}
