/**
 * The sandbox's state on disk: a file with the whole state, and a journal of later changes. Each request appends its
 * changes, so its cost does not depend on the size of the state.
 */
import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export interface Counters {
  clockOffset: number;
  series: Record<string, number>;
}

export interface SavedState extends Counters {
  objects: Partial<Record<string, { id: string }[]>>;
}

/** A record after a request; null if it was removed. */
export interface Change {
  kind: string;
  id: string;
  item: { id: string } | null;
}

interface JournalEntry {
  changes: Change[];
  counters: Counters;
}

export interface StateFile {
  read(): SavedState | undefined;
  append(entry: JournalEntry): void;
  /** True if the journal is so long that the whole state should be written again. */
  isLong(): boolean;
  rewrite(state: SavedState): void;
}

const MAX_JOURNAL_BYTES = 8_000_000;

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function replay(state: SavedState, journal: string): SavedState {
  const maps = new Map(
    Object.entries(state.objects).map(([kind, items = []]) => [kind, new Map(items.map((item) => [item.id, item]))]),
  );
  let counters: Counters = state;
  // An incomplete last line belongs to a request without a response.
  for (const line of journal.split('\n').slice(0, -1)) {
    const entry = JSON.parse(line) as JournalEntry;
    ({ counters } = entry);
    for (const { kind, id, item } of entry.changes) {
      const map = maps.get(kind) ?? new Map<string, { id: string }>();
      maps.set(kind, map);
      if (item) map.set(id, item);
      else map.delete(id);
    }
  }
  return {
    clockOffset: counters.clockOffset,
    series: counters.series,
    objects: Object.fromEntries([...maps].map(([kind, map]) => [kind, [...map.values()]])),
  };
}

/** @param folder created if it does not exist */
export function openStateFile(folder: string): StateFile {
  const file = path.join(folder, 'stripe.json');
  const journalFile = path.join(folder, 'stripe.journal');
  mkdirSync(folder, { recursive: true });
  let journalBytes = 0;
  return {
    read() {
      const text = readText(file);
      const journal = readText(journalFile) ?? '';
      journalBytes = journal.length;
      if (text === undefined && journal === '') return undefined;
      const state: SavedState = text === undefined ? { clockOffset: 0, series: {}, objects: {} } : JSON.parse(text);
      return replay(state, journal);
    },
    append(entry) {
      const line = `${JSON.stringify(entry)}\n`;
      journalBytes += line.length;
      appendFileSync(journalFile, line);
    },
    isLong: () => journalBytes > MAX_JOURNAL_BYTES,
    rewrite(state) {
      writeFileSync(`${file}.new`, JSON.stringify(state));
      renameSync(`${file}.new`, file);
      // After a crash between the two steps, the journal is replayed on a state that already contains it, which changes
      // nothing.
      rmSync(journalFile, { force: true });
      journalBytes = 0;
    },
  };
}
