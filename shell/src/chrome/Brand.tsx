import type { ReactNode } from 'react';
import { color, styled } from 'shared-ui';
import { messages } from '../messages';

/** The logo: a dental arch, which is also a U, on the console's green. */
export function BrandMark({ size = 24 }: { size?: number }): ReactNode {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden focusable="false" style={{ flex: 'none' }}>
      <rect width="24" height="24" rx="6.5" fill="#1d6b5a" />
      <path
        d="M8 6.6v6.2a4 4 0 0 0 8 0V6.6"
        fill="none"
        stroke="#ffffff"
        strokeWidth="2.1"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

const Row = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  fontSize: 15,
  lineHeight: '20px',
  fontWeight: 650,
  letterSpacing: '-0.01em',
});

const Mark = styled('span')({ color: color.internalMark, fontSize: 12, lineHeight: '16px', fontWeight: 600 });

/**
 * The console's logo and name, marked Internal on internal pages.
 *
 * @param props.oneLine for the phone's top bar, which has no space for the logo next to the mark
 */
export function Brand({ internal = false, oneLine = false }: { internal?: boolean; oneLine?: boolean }): ReactNode {
  return (
    <div style={oneLine ? { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 10 } : undefined}>
      <Row>
        {!(internal && oneLine) && <BrandMark />}
        {messages.product}
      </Row>
      {internal && <Mark>{messages.frame.internal}</Mark>}
    </div>
  );
}
