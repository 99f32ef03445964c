import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useAfterPaint } from '../grid/use-after-paint';
import { useGridParts } from './grid-context';
import { messages } from './messages';

/**
 * The input of the open cell. It is uncontrolled, so that a typed character never waits. The page's unsaved-changes
 * state follows one frame later.
 */
export function CellEditor({ name }: { name: string }): ReactNode {
  const { commands } = useGridParts();
  const { cursor } = commands;
  const afterPaint = useAfterPaint();
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
      onInput={({ currentTarget: { value } }) => afterPaint.schedule(() => commands.type(value))}
      onBlur={afterPaint.flush}
      onKeyDown={afterPaint.flush}
    />
  );
}
