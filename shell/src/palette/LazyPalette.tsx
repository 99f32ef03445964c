import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { CommandPaletteProps } from './CommandPalette';
import { TypedEarly } from './TypedEarly';

/** Loaded when it first opens. Without its chunk it stays away, and the console goes on. */
const CommandPalette = lazy<(props: CommandPaletteProps) => ReactNode>(() =>
  import('./CommandPalette').then(
    (loaded) => ({ default: loaded.CommandPalette }),
    () => ({ default: () => null }),
  ),
);

/** The command palette. What is typed while its code loads is in its field then. */
export function LazyPalette(props: Omit<CommandPaletteProps, 'initialText'>): ReactNode {
  const [typedEarly, setTypedEarly] = useState('');
  return (
    <Suspense fallback={<TypedEarly onText={setTypedEarly} />}>
      <CommandPalette {...props} initialText={typedEarly} />
    </Suspense>
  );
}
