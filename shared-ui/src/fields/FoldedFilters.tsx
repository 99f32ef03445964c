import { styled } from '@mui/material/styles';
import { type ReactNode, useId, useState } from 'react';
import { FilterIcon } from '../icons';
import { useMedia } from '../layout/use-media';
import { commonMessages } from '../messages';
import { Button } from '../mui/Button';
import { phoneQuery } from '../theme/tokens';

const Content = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 12, width: '100%', marginBlock: 4 });

/** Keeps the button next to the search, with the filters below. */
const Parts = styled('div')({ display: 'contents' });

export interface FoldedFiltersProps {
  /** The number of active filters, shown on the button. */
  count: number;
  children: ReactNode;
}

/**
 * The filters of a list. On a phone they are behind a button, so that the list starts on the first screen.
 *
 * @example
 * <FoldedFilters count={1}>
 *   <SelectField label="Floor" value="2" options={[{ value: '2', label: '2' }]} onChange={() => undefined} />
 * </FoldedFilters>
 */
export function FoldedFilters({ count, children }: FoldedFiltersProps): ReactNode {
  const isPhone = useMedia(phoneQuery);
  const [open, setOpen] = useState(false);
  const id = useId();
  if (!isPhone) return children;
  return (
    <Parts data-screen-only="">
      <Button
        startIcon={<FilterIcon size={14} />}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {commonMessages.filters(count)}
      </Button>
      {open && <Content id={id}>{children}</Content>}
    </Parts>
  );
}
