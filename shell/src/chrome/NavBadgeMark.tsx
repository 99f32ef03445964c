import type { NavBadge, NoticeSeverity } from 'shared-api/contracts';
import type { ReactNode } from 'react';
import { color, forcedMark, styled, VisuallyHidden } from 'shared-ui';

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
  whiteSpace: 'nowrap',
});

/** In the corner, where it is clear of the longest title. */
const Dot = styled('span')({
  position: 'absolute',
  right: 5,
  top: 5,
  width: 6,
  height: 6,
  borderRadius: 999,
  backgroundColor: 'currentcolor',
  ...forcedMark('CanvasText'),
});

/** The text of a badge that is only a dot. */
const DOT = '•';

/** The colors of a mark, on light and on dark bars. */
export const markColors: Record<NoticeSeverity, { color: string; backgroundColor: string }> = {
  error: { color: color.danger, backgroundColor: color.dangerTint },
  warning: { color: color.attention, backgroundColor: color.attentionTint },
  info: { color: color.information, backgroundColor: color.informationTint },
};

/**
 * The mark next to a navigation entry that needs attention. It describes the link instead of changing its name, because
 * it comes and goes.
 *
 * @param id for the link's `aria-describedby`
 */
export function NavBadgeMark({ id, badge }: { id: string; badge: NonNullable<NavBadge> }): ReactNode {
  if (badge.text === DOT) {
    return (
      <Dot
        aria-hidden
        // The ring keeps the dot visible on light and on dark bars.
        style={{
          color: markColors[badge.severity].color,
          boxShadow: `0 0 0 2px ${markColors[badge.severity].backgroundColor}`,
        }}
        title={badge.label}
      >
        <VisuallyHidden id={id}>{badge.label}</VisuallyHidden>
      </Dot>
    );
  }
  return (
    <Mark aria-hidden style={markColors[badge.severity]} title={badge.label}>
      <span>{badge.text}</span>
      <VisuallyHidden id={id}>{badge.label}</VisuallyHidden>
    </Mark>
  );
}
