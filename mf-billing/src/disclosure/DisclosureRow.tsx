import { ChevronDownIcon, ChevronRightIcon, color, styled, touch } from 'shared-ui';
import { type ReactNode, useId, useState } from 'react';

/** The heading keeps the row's text style. */
const Heading = styled('h3')({ margin: 0, font: 'inherit' });

const Opener = styled('button')({
  display: 'grid',
  gridTemplateColumns: '14px minmax(0, 1fr) auto',
  alignItems: 'center',
  gap: '2px 10px',
  width: '100%',
  minHeight: 40,
  padding: '8px 16px',
  border: 0,
  background: 'none',
  color: color.ink,
  font: 'inherit',
  textAlign: 'start',
  overflowWrap: 'anywhere',
  cursor: 'pointer',
  '& > svg': { color: color.inkThird },
  '&:hover': { backgroundColor: color.subtle },
  '&:focus-visible': { outlineOffset: -2 },
  [touch]: { minHeight: 48 },
});

/** Aligns with the title. */
const Content = styled('div')({ padding: '0 16px 14px 40px' });

export interface DisclosureRowProps {
  /** The name of the row. */
  title: ReactNode;
  /** Facts at the end of the row. */
  details?: ReactNode;
  children: ReactNode;
}

/** A row of a list that expands to its details. */
export function DisclosureRow({ title, details, children }: DisclosureRowProps): ReactNode {
  const [open, setOpen] = useState(false);
  const id = useId();
  const Chevron = open ? ChevronDownIcon : ChevronRightIcon;
  return (
    <>
      <Heading>
        <Opener type="button" aria-expanded={open} aria-controls={open ? id : undefined} onClick={() => setOpen(!open)}>
          <Chevron size={14} />
          <span>{title}</span>
          <span>{details}</span>
        </Opener>
      </Heading>
      {open && <Content id={id}>{children}</Content>}
    </>
  );
}
