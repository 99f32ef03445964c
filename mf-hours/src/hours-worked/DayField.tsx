import { color, controlStyle, styled } from 'shared-ui';
import { memo, type ReactNode, useState } from 'react';
import { type CellRef, isSameCell } from '../grid/selection';
import { historyCommand } from '../grid/use-undo-shortcut';
import type { GridCommands } from './grid-commands';
import type { CellView } from './hours-store';

const Input = styled('input')({
  ...controlStyle,
  height: 44,
  padding: '0 8px',
  fontSize: 16,
  textAlign: 'right',
  fontVariantNumeric: 'tabular-nums',
  scrollMargin: '72px 0 104px',
  '&[data-zero]:not(:focus)': { color: color.inkThird },
  '&[data-changed]': {
    backgroundColor: color.informationTint,
    borderColor: color.information,
    color: color.information,
    fontWeight: 600,
  },
  '&[data-edited]': {
    backgroundColor: color.attentionTint,
    borderColor: color.attention,
    color: color.attention,
    fontWeight: 600,
  },
  '&[data-conflict]': { boxShadow: `inset 0 0 0 2px ${color.information}` },
  // Takes precedence over the style of an unsaved field.
  '&[aria-invalid=true][data-edited]': {
    backgroundColor: color.surface,
    borderColor: color.danger,
    color: color.danger,
  },
  '&[readonly]': { backgroundColor: color.neutralTint, borderColor: color.line, cursor: 'not-allowed' },
});

export interface DayFieldProps {
  commands: GridCommands;
  row: number;
  column: number;
  /** A new object when anything in it changes. */
  cell: CellView;
  locked: boolean;
  /** The id of the text that describes the difference. */
  described: string | undefined;
  /** Moves to the same figure of the next provider. */
  onNext: () => void;
}

/** One figure of one provider on the day shown: an open cell of the grid as soon as it has the focus. */
export const DayField = memo(function DayField(props: DayFieldProps): ReactNode {
  const { commands, row, column, cell, locked, described, onNext } = props;
  const { cursor } = commands;
  const cellRef: CellRef = { row, column };
  /** The text during typing; null before the first key. */
  const [typed, setTyped] = useState<string | null>(null);
  const text = commands.text(cellRef);
  const wrong = cell.edit !== undefined && (cell.seconds === undefined || cell.edit.refusal !== undefined);

  const isOpen = (): boolean => cursor.state().editing !== null && isSameCell(cursor.state().at, cellRef);
  const close = (): void => {
    if (isOpen()) commands.commit(typed ?? text);
    setTyped(null);
  };
  return (
    <Input
      data-cell={`${row}:${column}`}
      aria-label={commands.name(cellRef)}
      aria-describedby={described}
      aria-invalid={wrong || undefined}
      data-zero={cell.seconds === 0 ? '' : undefined}
      data-changed={cell.modified ? '' : undefined}
      data-edited={cell.edit ? '' : undefined}
      data-conflict={cell.inConflict ? '' : undefined}
      value={typed ?? text}
      readOnly={locked}
      inputMode="decimal"
      enterKeyHint="next"
      autoComplete="off"
      spellCheck={false}
      onFocus={({ currentTarget }) => {
        cursor.go(cellRef);
        commands.open(cellRef);
        currentTarget.select();
      }}
      onChange={({ target: { value } }) => {
        setTyped(value);
        // Newly loaded hours have closed the cell.
        if (isOpen()) commands.type(value);
        else {
          cursor.go(cellRef);
          commands.open(cellRef, value);
        }
      }}
      onBlur={close}
      onKeyDown={(event) => {
        const command = typed === null ? historyCommand(event) : undefined;
        if (command) {
          // There is no typed text that the field itself could undo.
          event.preventDefault();
          commands.cancel();
          commands[command]();
        } else if (event.key === 'Enter') {
          event.preventDefault();
          close();
          onNext();
        } else if (event.key === 'Escape' && typed !== null) {
          event.preventDefault();
          commands.cancel();
          setTyped(null);
        }
      }}
    />
  );
});
