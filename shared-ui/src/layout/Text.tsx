import { styled } from '@mui/material/styles';
import type { ComponentPropsWithRef, ElementType, ReactNode } from 'react';
import { color } from '../theme/tokens';
import { ownProps } from '../theme/styled-props';

export type TextVariant = 'body' | 'secondary' | 'heading' | 'sectionHeading' | 'label';
export type TextTone = 'ink' | 'second' | 'third' | 'danger' | 'attention' | 'primary' | 'information';

const tones: Record<TextTone, string> = {
  ink: color.ink,
  second: color.inkSecond,
  third: color.inkThird,
  danger: color.danger,
  attention: color.attention,
  primary: color.primary,
  information: color.information,
};

const variants = {
  body: { fontSize: 14, lineHeight: '20px' },
  secondary: { fontSize: 12, lineHeight: '16px' },
  heading: { fontSize: 22, lineHeight: '28px', fontWeight: 650, letterSpacing: '-0.012em' },
  sectionHeading: { fontSize: 15, lineHeight: '20px', fontWeight: 600, letterSpacing: '-0.004em' },
  label: { fontSize: 12, lineHeight: '16px', fontWeight: 550 },
} as const satisfies Record<TextVariant, object>;

const elements: Record<TextVariant, ElementType> = {
  body: 'p',
  secondary: 'p',
  heading: 'h1',
  sectionHeading: 'h2',
  label: 'span',
};

const Root = styled(
  'span',
  ownProps('variant', 'tone', 'strong', 'numeric'),
)<{
  variant: TextVariant;
  tone: TextTone;
  strong: boolean;
  numeric: boolean;
}>(({ variant, tone, strong, numeric }) => ({
  margin: 0,
  ...variants[variant],
  color: tones[tone],
  ...(strong && { fontWeight: 600 }),
  ...(numeric && { textAlign: 'right', whiteSpace: 'nowrap' }),
}));

export interface TextProps extends Omit<ComponentPropsWithRef<'span'>, 'color'> {
  variant?: TextVariant;
  tone?: TextTone;
  strong?: boolean;
  /** Right-aligned and in one line, for numbers. */
  numeric?: boolean;
  /** The element, if it differs from the variant's (`p`, `h1`, `h2`, `span`). */
  as?: ElementType;
  children: ReactNode;
}

/** Text in one of the kit's sizes and tones. @deprecated Use `Typography` of `shared-ui/mui`. */
export function Text({
  variant = 'body',
  tone = 'ink',
  strong = false,
  numeric = false,
  as,
  ...rest
}: TextProps): ReactNode {
  return <Root as={as ?? elements[variant]} {...{ variant, tone, strong, numeric }} {...rest} />;
}
