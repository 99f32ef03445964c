import { hoursText } from 'shared-api/contracts';
import { color, radius, StatusBadge, styled } from 'shared-ui';
import { memo, type ReactNode } from 'react';
import { messages } from '../messages';
import { changesOfRow } from './changes';
import type { Draft } from './draft';
import { nameOf } from './names';
import { problemsOfRow } from './problems';
import { followsOffice, isOffice, officeOf, type Row, type Rows, rowOf } from './rows';
import { differingFields, minutesOf } from './summary';
import { weekText } from './week-text';

const text = messages.weeklyHours;

const List = styled('ul')({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  border: `1px solid ${color.line}`,
  borderRadius: radius.panel,
  backgroundColor: color.surface,
  overflow: 'hidden',
  '& > li + li': { borderTop: `1px solid ${color.line}` },
  // A list of 200 providers lays out only the rows in view.
  '& > li': { contentVisibility: 'auto', containIntrinsicBlockSize: 'auto 60px' },
  '& > li[data-office]': { backgroundColor: color.subtle },
});

const Open = styled('button')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'center',
  gap: '0 12px',
  width: '100%',
  minHeight: 60,
  margin: 0,
  padding: '8px 12px',
  border: 0,
  background: 'none',
  color: 'inherit',
  textAlign: 'left',
  cursor: 'pointer',
  '&:hover': { backgroundColor: color.subtle },
  '&:focus-visible': { outline: `2px solid ${color.focus}`, outlineOffset: -2 },
});

const Name = styled('span')({
  fontWeight: 600,
  overflowWrap: 'anywhere',
  // A long name ends in an ellipsis. Names are left-aligned in every script.
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  textAlign: 'left',
});

const Line = styled('span')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '2px 8px',
  fontSize: 13,
  lineHeight: '18px',
  color: color.inkSecond,
});

const Hours = styled('span')({ fontWeight: 600, fontVariantNumeric: 'tabular-nums' });

/** Notes about a week besides its hours, most urgent first. */
function badgeOf(row: Row, before: Row, office: Row, wrong: boolean): ReactNode {
  if (wrong) return <StatusBadge tone="danger">{text.phone.wrong}</StatusBadge>;
  if (changesOfRow(before, row).length > 0) return <StatusBadge tone="attention">{text.phone.unsaved}</StatusBadge>;
  if (isOffice(row)) return null;
  if (followsOffice(row)) return <StatusBadge tone="success">{text.phone.asOffice}</StatusBadge>;
  if (minutesOf(row).week === 0) return <StatusBadge tone="attention">{text.phone.noHours}</StatusBadge>;
  return differingFields(row, office).length > 0 ? (
    <StatusBadge tone="neutral">{text.phone.differs}</StatusBadge>
  ) : null;
}

export interface ProviderListProps {
  draft: Draft;
  /** The filtered rows, office first. */
  rows: Rows;
  onOpen: (id: number) => void;
}

/** The office and the providers with one-line weeks, for a phone. A tap opens the week. */
export const ProviderList = memo(function ProviderList({ draft, rows, onOpen }: ProviderListProps): ReactNode {
  const office = officeOf(draft.rows);
  const followers = draft.rows.filter(followsOffice).length;
  return (
    <List aria-label={text.phone.list}>
      {rows.map((row) => (
        <li key={row.provider_id} data-office={isOffice(row) || undefined}>
          <Open type="button" onClick={() => onOpen(row.provider_id)}>
            <span>
              <Name dir="auto">{nameOf(row)}</Name>
              <Line>
                {weekText(row) !== '' && !followsOffice(row) && <span>{weekText(row)}</span>}
                {isOffice(row) && <span>{text.grid.followers(followers)}</span>}
                {badgeOf(
                  row,
                  rowOf(draft.base.records, row.provider_id) ?? row,
                  office,
                  problemsOfRow(row, draft.refusals).length > 0,
                )}
              </Line>
            </span>
            <Hours>{hoursText(minutesOf(row).week)}</Hours>
          </Open>
        </li>
      ))}
    </List>
  );
});
