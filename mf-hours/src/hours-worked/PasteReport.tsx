import { type ReactNode, useSyncExternalStore } from 'react';
import { BlockReport } from '../grid/BlockReport';
import type { GridCommands } from './grid-commands';
import { messages } from './messages';

/** The cells that the last paste rejected, with reasons. */
export function PasteReport({ commands }: { commands: GridCommands }): ReactNode {
  const report = useSyncExternalStore(commands.pasteResult.subscribe, commands.pasteResult.getState);
  if (!report || report.rejected.length + report.outside === 0) return null;
  const { rejected, outside, changed, cleared } = report;
  return (
    <BlockReport
      title={messages.pasted.title(rejected.length + outside)}
      facts={[messages.pasted.taken(changed, cleared), ...(outside > 0 ? [messages.pasted.outside(outside)] : [])]}
      rejected={rejected.map(({ cellRef, text, problem }) => ({
        where: commands.name(cellRef),
        reason: messages.grid.wrong(text, messages.problems[problem]),
      }))}
      messages={messages.pasted}
      onClose={() => commands.pasteResult.setState(null)}
    />
  );
}
