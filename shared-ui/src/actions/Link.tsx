import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { linkStyle, NewTabLink, type NewTabLinkProps } from './NewTabLink';

const Root = styled('a')(linkStyle);

export interface LinkProps extends NewTabLinkProps {
  /** Opens in a new tab, and announces that. */
  newTab?: boolean;
}

/** A link in running text or a row. @deprecated Use `Link` of `shared-ui/mui`, or `NewTabLink`. */
export function Link({ newTab = false, ...rest }: LinkProps): ReactNode {
  return newTab ? <NewTabLink {...rest} /> : <Root {...rest} />;
}
