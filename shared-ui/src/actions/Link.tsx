import { styled } from '@mui/material/styles';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { ExternalLinkIcon } from '../icons';
import { VisuallyHidden } from '../layout/Stack';
import { commonMessages } from '../messages';
import { color } from '../theme/tokens';

const Root = styled('a')({
  color: color.primary,
  textDecorationColor: 'transparent',
  textUnderlineOffset: 3,
  fontWeight: 550,
  '&:hover': { textDecorationColor: 'currentColor' },
  '& svg': { marginLeft: 4, verticalAlign: '-2px' },
});

/**
 * A browser may break a line before an image even after a word joiner, so the icon is positioned in the padding of one. As
 * generated content, the word joiner isn't copied with an id.
 */
const Icon = styled('span')({
  position: 'relative',
  paddingLeft: 18,
  '&::before': { content: '"\\2060"' },
  '& svg': { position: 'absolute', left: 0, top: 'calc(50% - 7px)' },
});

export interface LinkProps extends ComponentPropsWithRef<'a'> {
  href: string;
  /** Opens in a new tab, and announces that. */
  newTab?: boolean;
}

/** A link in running text or a row. */
export function Link({ newTab = false, children, ...rest }: LinkProps): ReactNode {
  return (
    <Root {...rest} {...(newTab && { target: '_blank', rel: 'noopener' })}>
      {children}
      {newTab && (
        <>
          <Icon aria-hidden>
            <ExternalLinkIcon size={14} />
          </Icon>
          <VisuallyHidden> {commonMessages.opensNewTab}</VisuallyHidden>
        </>
      )}
    </Root>
  );
}
