/** Exports the filtered history: every page of it, in the order that is shown. */
import { dayIn } from 'shared-api/contracts';
import { download } from 'shared-ui';
import { usePractice, useRemote } from 'shared-ui/remote';
import { useEffect, useRef, useState } from 'react';
import { useLazyListProductChangesQuery } from '../api';
import { historyCsv, historyFileName } from './csv';
import { historyMessages } from './messages';
import { type Position, queryOf } from './position';
import { entryOf, type HistoryEntry } from './wire';

const words = historyMessages.export;

/** The largest page that the server gives. */
const SIZE = 50;

export interface Exporting {
  /** Pages fetched and to fetch; null while nothing is exported. */
  progress: { at: number; of: number } | null;
  run: (position: Position) => Promise<void>;
}

export function useExport(): Exporting {
  const { id: practice, time_zone } = usePractice();
  const { notify } = useRemote();
  const [read] = useLazyListProductChangesQuery();
  const [progress, setProgress] = useState<Exporting['progress']>(null);
  const running = useRef(false);
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
    };
  }, []);

  /** By id: an entry that is written meanwhile moves others to the next page. */
  const fetchAll = async (position: Position): Promise<HistoryEntry[] | null> => {
    const entries = new Map<string, HistoryEntry>();
    for (let page = 1, of = 1; page <= of; page += 1) {
      setProgress({ at: page, of });
      const query = queryOf({ ...position, page, size: SIZE });
      const { results, count } = await read({ practice, query }).unwrap();
      if (gone.current) return null;
      for (const change of results) entries.set(change.id, entryOf(change));
      of = Math.ceil(count / SIZE);
    }
    return [...entries.values()];
  };

  const run = async (position: Position): Promise<void> => {
    if (running.current) return;
    running.current = true;
    try {
      const entries = await fetchAll(position);
      if (!entries) return;
      const file = new Blob([historyCsv(entries, time_zone)], { type: 'text/csv;charset=utf-8' });
      download(file, historyFileName(practice, dayIn(time_zone, new Date())));
      notify({ severity: 'success', message: words.done(entries.length) });
    } catch {
      notify({ severity: 'error', message: words.failed });
    } finally {
      running.current = false;
      setProgress(null);
    }
  };
  return { progress, run };
}
