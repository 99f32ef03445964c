import type { HoursException } from 'shared-api/contracts';
import { color, EditIcon, EmptyState, radius, StatusBadge, styled, TrashIcon } from 'shared-ui';
import { IconButton, Tooltip, Typography } from 'shared-ui/mui';
import type { ReactNode } from 'react';
import { datesText, exceptionText, type Names, toneOf, whatText, whoText } from './exception-text';
import { messages } from './messages';
import { monthName } from './month';

const List = styled('ul')({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  border: `1px solid ${color.line}`,
  borderRadius: radius.panel,
  backgroundColor: color.surface,
  li: { display: 'flex', alignItems: 'center', gap: 8, padding: '10px 12px' },
  'li + li': { borderTop: `1px solid ${color.line}` },
});

const What = styled('div')({ flex: 1, minWidth: 0, overflowWrap: 'anywhere' });

export interface ExceptionActions {
  names: Names;
  /** Why the person may not change hours; undefined if they may. */
  reason: string | undefined;
  onEdit: (exception: HoursException) => void;
  onDelete: (exception: HoursException) => void;
}

/** A list of exceptions with their actions. */
export function ExceptionRows({
  exceptions,
  label,
  names,
  reason,
  onEdit,
  onDelete,
}: ExceptionActions & { exceptions: readonly HoursException[]; label: string }): ReactNode {
  return (
    <List aria-label={label}>
      {exceptions.map((each) => {
        const text = `${exceptionText(each, names)}, ${datesText(each)}`;
        return (
          <li key={each.exception_id}>
            <What>
              <Typography component="div" variant="subtitle1">
                {whoText(each, names)}
              </Typography>
              <Typography component="div">{datesText(each)}</Typography>
              {each.note !== '' && (
                <Typography component="div" variant="body2" color="textSecondary">
                  {each.note}
                </Typography>
              )}
            </What>
            <StatusBadge tone={toneOf(each)}>{whatText(each)}</StatusBadge>
            <Tooltip title={messages.exceptions.editOf(text)}>
              <IconButton disabled={reason !== undefined} onClick={() => onEdit(each)}>
                <EditIcon size={16} />
              </IconButton>
            </Tooltip>
            <Tooltip title={messages.exceptions.deleteOf(text)}>
              <IconButton disabled={reason !== undefined} onClick={() => onDelete(each)}>
                <TrashIcon size={16} />
              </IconButton>
            </Tooltip>
          </li>
        );
      })}
    </List>
  );
}

/** The month as a list, if there is no room for seven columns. */
export function ExceptionList({
  month,
  exceptions,
  ...actions
}: ExceptionActions & { month: string; exceptions: readonly HoursException[] }): ReactNode {
  if (exceptions.length === 0)
    return (
      <EmptyState title={messages.exceptions.empty.title(monthName(month))}>
        {messages.exceptions.empty.text}
      </EmptyState>
    );
  return <ExceptionRows {...actions} exceptions={exceptions} label={messages.exceptions.list(monthName(month))} />;
}
