import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useGridParts } from './grid-context';
import { messages } from './messages';

/** The input of the open cell. It is uncontrolled, so typing doesn't rerender anything until the cell is closed. */
export function CellEditor({ name }: { name: string }): ReactNode {
  const { cursor } = useGridParts().commands;
  const input = useRef<HTMLInputElement>(null);
  const editing = cursor.state().editing;

  useLayoutEffect(() => {
    const field = input.current;
    field?.focus({ preventScroll: true });
    if (cursor.state().editing?.by === 'typing') field?.setSelectionRange(field.value.length, field.value.length);
    else field?.select();
  }, [cursor]);

  return (
    <input
      ref={input}
      data-editor=""
      aria-label={messages.grid.editor(name)}
      defaultValue={editing?.text}
      inputMode="decimal"
      autoComplete="off"
      spellCheck={false}
    />
  );
}
