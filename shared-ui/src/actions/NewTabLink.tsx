import { styled } from '@mui/material/styles';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { ExternalLinkIcon } from '../icons';
import { VisuallyHidden } from '../layout/VisuallyHidden';
import { commonMessages } from '../messages';
import { color, touchTarget } from '../theme/tokens';

export const linkStyle = {
  ...touchTarget,
  // Names and ids can have any length.
  overflowWrap: 'anywhere',
  color: color.primary,
  textDecorationColor: 'transparent',
  textUnderlineOffset: 3,
  fontWeight: 550,
  '&:hover': { textDecorationColor: 'currentColor' },
  '& svg': { marginLeft: 4, verticalAlign: '-2px' },
} as const;

const Root = styled('a')(linkStyle);

/**
 * Browsers can break a line before an image. The icon is therefore positioned in the text's padding, which always stays
 * with the last letter.
 */
const Text = styled('span')({ paddingRight: 18 });
const Icon = styled('span')({
  position: 'relative',
  '& svg': { position: 'absolute', right: 0, top: 'calc(50% - 7px)' },
});

export interface NewTabLinkProps extends ComponentPropsWithRef<'a'> {
  href: string;
}

/**
 * A link that opens in a new tab, and announces that.
 *
 * @example
 * <NewTabLink href="https://status.example">Service status</NewTabLink>
 */
export function NewTabLink({ children, ...rest }: NewTabLinkProps): ReactNode {
  return (
    <Root {...rest} target="_blank" rel="noopener">
      <Text>{children}</Text>
      <Icon aria-hidden>
        <ExternalLinkIcon size={14} />
      </Icon>
      <VisuallyHidden> {commonMessages.opensNewTab}</VisuallyHidden>
    </Root>
  );
}
