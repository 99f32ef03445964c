/** The clipboard and the commands on the selected days. */
import type { ClipboardEvent } from 'react';
import type { GridCursor } from '../grid/grid-cursor';
import { type Block, pastedBlock } from '../grid/selection';
import { parseTsv, writeTsv } from '../grid/tsv';
import { type BlockEdit, blockOfDays, clearedDays, copiedDays, filledDays, pastedDays } from './block-edits';
import { extentOf } from './cursor';
import type { GridOptions } from './use-grid';

export interface BlockCommands {
  clear: () => void;
  fill: (direction: 'down' | 'right') => void;
  /** False if no day is selected. */
  copy: (event: ClipboardEvent<HTMLElement>) => boolean;
  /** False if it selected nothing. */
  paste: (event: ClipboardEvent<HTMLElement>) => boolean;
}

export function blockCommands(
  cursor: GridCursor,
  { rows, dispatch, readOnly, onReport, onCopied }: GridOptions,
): BlockCommands {
  const extent = extentOf(rows);
  const block = (): Block | null => blockOfDays(cursor.block, cursor.state().at, extent);

  /** Applies the changes that a command may make, and reports the rejected cells. */
  const apply = (kind: 'cleared' | 'pasted' | 'filled', edit: BlockEdit): void => {
    if (readOnly) return;
    if (edit.days.length > 0 || kind === 'pasted') dispatch({ type: 'days', kind, days: edit.days });
    onReport(edit.rejected.length + edit.outside > 0 ? edit : null);
  };
  return {
    clear() {
      const days = block();
      if (days) apply('cleared', clearedDays(rows, days));
    },
    fill(direction) {
      const days = block();
      if (days) apply('filled', filledDays(rows, days, direction));
    },
    copy(event) {
      const days = block();
      if (!days) return false;
      const texts = copiedDays(rows, days);
      event.clipboardData.setData('text/plain', writeTsv(texts));
      event.preventDefault();
      onCopied(texts.flat().length);
      return true;
    },
    paste(event) {
      const days = block();
      if (!days || readOnly) return false;
      event.preventDefault();
      const texts = parseTsv(event.clipboardData.getData('text/plain'));
      apply('pasted', pastedDays(rows, texts, days));
      const selected = pastedBlock(texts, days, extent);
      if (selected) cursor.select(selected.to, selected.from);
      return selected !== undefined;
    },
  };
}
