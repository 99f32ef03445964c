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

const colors: Record<NoticeSeverity, { color: string; backgroundColor: string }> = {
  error: { color: color.danger, backgroundColor: color.dangerTint },
  warning: { color: color.attention, backgroundColor: color.attentionTint },
  info: { color: color.information, backgroundColor: color.informationTint },
};

/** The mark beside a navigation entry that needs the person. */
export function NavBadgeMark({ badge }: { badge: NonNullable<NavBadge> | undefined }): ReactNode {
  if (!badge) return null;
  return (
    <Mark style={colors[badge.severity]} title={badge.label}>
      <span aria-hidden>{badge.text}</span>
      <VisuallyHidden>, {badge.label}</VisuallyHidden>
    </Mark>
  );
}
