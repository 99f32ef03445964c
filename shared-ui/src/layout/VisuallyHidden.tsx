import { styled } from '@mui/material/styles';
import type { ComponentPropsWithRef, ReactNode } from 'react';

/** Style for content that only screen readers get. */
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
 * Style for content that isn't shown yet. It keeps its width, so that parts that measure themselves, such as a data
 * grid, have their final size when they appear.
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
