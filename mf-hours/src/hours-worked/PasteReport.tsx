import { type ReactNode, useSyncExternalStore } from 'react';
import { BlockReport } from '../grid/BlockReport';
import type { GridCommands } from './grid-commands';
import { words } from './messages';

/** What of the last paste was not taken, cell by cell with the reason. */
export function PasteReport({ commands }: { commands: GridCommands }): ReactNode {
  const report = useSyncExternalStore(commands.pasted.subscribe, commands.pasted.get);
  if (!report) return null;
  const { rejected, outside, changed } = report;
  return (
    <BlockReport
      title={words.pasted.title(rejected.length + outside)}
      facts={[words.pasted.taken(changed), ...(outside > 0 ? [words.pasted.outside(outside)] : [])]}
      rejected={rejected.map(({ cellRef, text, problem }) => ({
        where: commands.name(cellRef),
        reason: words.grid.wrong(text, words.problems[problem]),
      }))}
      words={words.pasted}
      onClose={() => commands.pasted.set(null)}
    />
  );
}
