import { countText, factsText } from 'shared-api/contracts';
import { CheckIcon, commonMessages, CopyIcon, SearchInput, styled, Toolbar, touch, UndoIcon } from 'shared-ui';
import { Button, ToggleButton, Typography } from 'shared-ui/mui';
import type { Dispatch, ReactNode } from 'react';
import { messages } from '../messages';
import { editText, outcomeText } from './edit-text';
import type { Action, Draft } from './draft';
import type { ListFilter } from './use-list-filter';

const text = messages.weeklyHours;

const Line = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '4px 16px',
  minHeight: 28,
  marginTop: 6,
});

/** Hidden on touch devices, which have no keyboard shortcuts. */
const Keys = styled('div')({ [touch]: { display: 'none' } });

const LastEdit = styled('div')({ display: 'flex', alignItems: 'center', gap: 8, minWidth: 0 });

const UndoButton = styled(Button)({ minHeight: 24, padding: '1px 8px', [touch]: { minHeight: 44 } });

export interface HoursToolbarProps {
  draft: Draft;
  filter: ListFilter;
  onFilter: (filter: ListFilter) => void;
  /** Number of providers whose hours differ from the office's. */
  differing: number;
  /** Text with the practice's time zone. */
  zone: string;
  dispatch: Dispatch<Action>;
  /** Why the person may not change hours; undefined if they may. */
  reason: string | undefined;
  onCopyDay: () => void;
  keys: ReactNode;
}

/** The filter and bulk copies above the grid. Below them are the time zone and the last bulk change, with Undo. */
export function HoursToolbar({
  draft,
  filter,
  onFilter,
  differing,
  zone,
  dispatch,
  reason,
  onCopyDay,
  keys,
}: HoursToolbarProps): ReactNode {
  const last = draft.done.at(-1);
  return (
    <div>
      <Toolbar
        label={text.toolbar.label}
        actions={
          <>
            <Button startIcon={<CopyIcon size={14} />} reason={reason} onClick={onCopyDay}>
              {text.toolbar.copyDay}
            </Button>
            <Keys>{keys}</Keys>
          </>
        }
      >
        <SearchInput
          label={text.toolbar.filter}
          shortcut="/"
          width="clamp(172px, 40vw, 220px)"
          value={filter.name}
          onChange={(name) => onFilter({ ...filter, name })}
        />
        <ToggleButton
          value="onlyDiffering"
          selected={filter.onlyDiffering}
          onChange={() => onFilter({ ...filter, onlyDiffering: !filter.onlyDiffering })}
        >
          {filter.onlyDiffering && <CheckIcon size={14} />}
          <span>{factsText([text.toolbar.onlyDiffering, countText(differing)])}</span>
        </ToggleButton>
      </Toolbar>
      {(filter.onlyDiffering || filter.name !== '') && (
        <Typography component="div" data-paper-only="">
          {text.toolbar.printed(filter.name, filter.onlyDiffering)}
        </Typography>
      )}
      <Line>
        <Typography variant="body2" color="textTertiary">
          {`${text.zone(zone)}. ${text.grid.legend}.`}
        </Typography>
        <LastEdit role="status">
          {draft.outcome && (
            <Typography variant="body2" color="textSecondary">
              {outcomeText(draft.outcome)}
            </Typography>
          )}
          {last && (
            <>
              {draft.outcome === null && (
                <Typography variant="body2" color="textSecondary">
                  {editText(last.edit)}
                </Typography>
              )}
              <UndoButton variant="text" startIcon={<UndoIcon size={14} />} onClick={() => dispatch({ type: 'undo' })}>
                {commonMessages.undo}
              </UndoButton>
            </>
          )}
          {draft.undone.length > 0 && (
            <UndoButton variant="text" onClick={() => dispatch({ type: 'redo' })}>
              {text.undo.redo}
            </UndoButton>
          )}
        </LastEdit>
      </Line>
    </div>
  );
}
