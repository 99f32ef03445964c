import type { NavBadge, NoticeSeverity } from 'shared-api/contracts';
import type { ReactNode } from 'react';
import { color, styled, VisuallyHidden } from 'shared-ui';

const Mark = styled('span')({
  marginLeft: 'auto',
  minWidth: 20,
  boxSizing: 'border-box',
  padding: '1px 6px',
  borderRadius: 999,
  fontSize: 11,
  lineHeight: '16px',
  fontWeight: 650,
  textAlign: 'center',
});

/** The colors of a mark, on light and on dark bars. */
export const markColors: Record<NoticeSeverity, { color: string; backgroundColor: string }> = {
  error: { color: color.danger, backgroundColor: color.dangerTint },
  warning: { color: color.attention, backgroundColor: color.attentionTint },
  info: { color: color.information, backgroundColor: color.informationTint },
};

/**
 * The mark beside a navigation entry that needs the person. It comes and goes, so it describes the link, which keeps its
 * name.
 *
 * @param id for the link's `aria-describedby`
 */
export function NavBadgeMark({ id, badge }: { id: string; badge: NonNullable<NavBadge> }): ReactNode {
  return (
    <Mark aria-hidden style={markColors[badge.severity]} title={badge.label}>
      {badge.text}
      <VisuallyHidden id={id}>{badge.label}</VisuallyHidden>
    </Mark>
  );
}
