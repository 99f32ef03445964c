import { styled } from '@mui/material/styles';
import type { ComponentPropsWithRef, ReactNode } from 'react';

/** The style of content for screen readers only. */
export const visuallyHidden = {
  position: 'absolute',
  width: 1,
  height: 1,
  margin: -1,
  padding: 0,
  border: 0,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const;

/**
 * The style of content that waits to be shown. It has its width, so that parts which measure themselves, such as a grid
 * of records, have their size when they appear.
 */
export const hiddenButMeasured = { height: 0, overflow: 'hidden', visibility: 'hidden' } as const;

const Hidden = styled('span')(visuallyHidden);

/**
 * Text for screen readers only.
 *
 * @example
 * <Button>
 *   Edit<VisuallyHidden> Room 2</VisuallyHidden>
 * </Button>
 */
export function VisuallyHidden(props: ComponentPropsWithRef<'span'>): ReactNode {
  return <Hidden {...props} />;
}
