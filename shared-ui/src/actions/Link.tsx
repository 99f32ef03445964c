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

export interface LinkProps extends ComponentPropsWithRef<'a'> {
  href: string;
  /** Opens in a new tab, and says so. */
  newTab?: boolean;
}

/** A link in running text or a row. */
export function Link({ newTab = false, children, ...rest }: LinkProps): ReactNode {
  return (
    <Root {...rest} {...(newTab && { target: '_blank', rel: 'noopener' })}>
      {children}
      {newTab && (
        <>
          <ExternalLinkIcon size={14} />
          <VisuallyHidden> {commonMessages.opensNewTab}</VisuallyHidden>
        </>
      )}
    </Root>
  );
}
