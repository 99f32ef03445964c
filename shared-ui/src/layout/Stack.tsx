import MuiBox from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { color } from '../theme/tokens';
import { ownProps } from '../theme/styled-props';

/** A plain element with `sx`. @deprecated Use `Box` of `shared-ui/mui`. */
export const Box = MuiBox;

const Root = styled(
  'div',
  ownProps('gap', 'direction', 'align', 'justify', 'wrap'),
)<Required<Pick<StackProps, 'gap' | 'direction' | 'align' | 'justify' | 'wrap'>>>(
  ({ gap, direction, align, justify, wrap }) => ({
    display: 'flex',
    flexDirection: direction,
    gap: gap * 4,
    alignItems: align,
    justifyContent: justify,
    flexWrap: wrap ? 'wrap' : 'nowrap',
    minWidth: 0,
  }),
);

export interface StackProps extends ComponentPropsWithRef<'div'> {
  /** Space between the children in steps of 4 px; 4 (16 px) by default. */
  gap?: number;
  direction?: 'row' | 'column';
  align?: 'stretch' | 'center' | 'flex-start' | 'flex-end' | 'baseline';
  justify?: 'flex-start' | 'center' | 'flex-end' | 'space-between';
  wrap?: boolean;
}

/** Children in a column or a row, evenly spaced. @deprecated Use `Stack` of `shared-ui/mui`, with MUI's `spacing`. */
export function Stack({
  gap = 4,
  direction = 'column',
  align = direction === 'row' ? 'center' : 'stretch',
  justify = 'flex-start',
  wrap = false,
  ...rest
}: StackProps): ReactNode {
  return <Root {...{ gap, direction, align, justify, wrap }} {...rest} />;
}

const Rule = styled('hr')({ border: 0, borderTop: `1px solid ${color.line}`, margin: 0, width: '100%' });

/** A horizontal line. @deprecated Use `Divider` of `shared-ui/mui`. */
export function Divider(): ReactNode {
  return <Rule />;
}

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

/** Text for screen readers only. */
export function VisuallyHidden(props: ComponentPropsWithRef<'span'>): ReactNode {
  return <Hidden {...props} />;
}
