import type { PracticeSummary } from 'shared-api/contracts';
import { type ReactNode, useMemo, useState } from 'react';
import { ChevronDownIcon, PopoverDialog, styled, VisuallyHidden, zoneText } from 'shared-ui';
import { messages } from '../messages';
import { type PracticeSearch, createLocalSearch } from './practice-search';
import { PracticePicker } from './PracticePicker';
import { sideColor } from './side-colors';

const Card = styled('button')({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  width: '100%',
  boxSizing: 'border-box',
  padding: '7px 10px',
  border: `1px solid ${sideColor.line}`,
  borderRadius: 9,
  background: sideColor.raised,
  color: 'inherit',
  textAlign: 'left',
  'button&': { cursor: 'pointer' },
  'button&:hover': { backgroundColor: sideColor.hover },
  '& svg': { flex: 'none', color: sideColor.second },
});

const Words = styled('span')({ flex: 1, minWidth: 0, overflowWrap: 'anywhere' });
const Name = styled('span')({ display: 'block', fontSize: 14, lineHeight: '20px', fontWeight: 600 });
const Zone = styled('span')({ display: 'block', fontSize: 12, lineHeight: '16px', color: sideColor.second });

export interface PracticeSwitcherProps {
  /** The current practice; null before the person selects one. */
  current: PracticeSummary | null;
  /** Practices that the person is a member of. */
  practices: readonly PracticeSummary[];
  /** True if the person can open every practice. The search then runs on the server. */
  all: boolean;
  search: PracticeSearch;
  onChoose: (practice: PracticeSummary) => void;
  now?: Date;
}

/** Shows the practice with its time zone, and lets people with several practices switch. */
export function PracticeSwitcher({
  current,
  practices,
  all,
  search,
  onChoose,
  now = new Date(),
}: PracticeSwitcherProps): ReactNode {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const among = useMemo(() => createLocalSearch(practices), [practices]);
  const label = (
    <Words>
      <VisuallyHidden>{messages.practice.label} </VisuallyHidden>
      <Name>{current?.name ?? messages.practice.choose}</Name>
      {current && <Zone>{zoneText(current.time_zone, now)}</Zone>}
    </Words>
  );
  const only = practices.length === 1 && practices[0]?.id === current?.id;
  if (!all && only) return <Card as="div">{label}</Card>;
  return (
    <>
      <Card
        type="button"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {label}
        <ChevronDownIcon />
      </Card>
      <PopoverDialog anchorEl={anchor} label={messages.practice.choose} width={360} onClose={() => setAnchor(null)}>
        <PracticePicker
          search={all ? search : among}
          current={current}
          now={now}
          onChoose={(practice) => {
            setAnchor(null);
            if (practice.id !== current?.id) onChoose(practice);
          }}
        />
      </PopoverDialog>
    </>
  );
}
