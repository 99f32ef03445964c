import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { phone } from '../theme/tokens';

const Root = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 8,
});

const Side = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  minWidth: 0,
  // A search fills the rest of its line.
  [phone]: {
    '&:has(> [data-search])': {
      flexBasis: '100%',
      '& > [data-search]': { flex: '1 1 160px', width: 'auto !important' },
    },
  },
});

export interface ToolbarProps {
  /** The accessible name: "Providers". */
  label: string;
  /** At the left: search and filters. */
  children?: ReactNode;
  /** Actions on the rows, at the right. */
  actions?: ReactNode;
}

/**
 * Filters at the left, actions at the right, above a table.
 *
 * @example
 * <Toolbar label="Rooms" actions={<Button>Add a room</Button>}>
 *   <SearchInput label="Search rooms" value="" onChange={() => undefined} />
 * </Toolbar>
 */
export function Toolbar({ label, children, actions }: ToolbarProps): ReactNode {
  return (
    <Root role="group" aria-label={label} data-screen-only="">
      <Side>{children}</Side>
      {actions !== undefined && <Side>{actions}</Side>}
    </Root>
  );
}
