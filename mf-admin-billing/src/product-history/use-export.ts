/** Exports all pages of the filtered history, in the visible order. */
import { remedyMessage } from 'shared-api';
import { dayIn } from 'shared-api/contracts';
import { download } from 'shared-ui';
import { usePractice, useRemote } from 'shared-ui/remote';
import { useEffect, useRef, useState } from 'react';
import { useLazyListProductChangesQuery } from '../api';
import { historyCsv, historyFileName } from './csv';
import { historyMessages } from './messages';
import { type HistoryParams, toQuery } from './history-params';
import { toHistoryEntry, type HistoryEntry } from './mapper';

const messages = historyMessages.export;

/** The server's maximum page size. */
const SIZE = 50;

export interface HistoryExport {
  /** Number of fetched pages and of all pages; null without an export. */
  progress: { at: number; of: number } | null;
  run: (params: HistoryParams) => Promise<void>;
}

export function useExport(): HistoryExport {
  const { id: practiceId, time_zone } = usePractice();
  const { notify } = useRemote();
  const [read] = useLazyListProductChangesQuery();
  const [progress, setProgress] = useState<HistoryExport['progress']>(null);
  const running = useRef(false);
  const unmounted = useRef(false);
  useEffect(() => {
    unmounted.current = false;
    return () => {
      unmounted.current = true;
    };
  }, []);

  /** Collects entries by id, because a new entry during the export moves others to the next page. */
  const fetchAll = async (params: HistoryParams): Promise<HistoryEntry[] | null> => {
    const entries = new Map<string, HistoryEntry>();
    for (let page = 1, of = 1; page <= of; page += 1) {
      setProgress({ at: page, of });
      const query = toQuery({ ...params, page, size: SIZE });
      const { results, count } = await read({ practice: practiceId, query }).unwrap();
      if (unmounted.current) return null;
      for (const change of results) entries.set(change.id, toHistoryEntry(change));
      of = Math.ceil(count / SIZE);
    }
    return [...entries.values()];
  };

  const run = async (params: HistoryParams): Promise<void> => {
    if (running.current) return;
    running.current = true;
    try {
      const entries = await fetchAll(params);
      if (!entries) return;
      const file = new Blob([historyCsv(entries, time_zone)], { type: 'text/csv;charset=utf-8' });
      download(file, historyFileName(practiceId, dayIn(time_zone, new Date())));
      notify({ severity: 'success', message: messages.done(entries.length) });
    } catch (error) {
      notify({ severity: 'error', message: remedyMessage(error) ?? messages.failed });
    } finally {
      running.current = false;
      setProgress(null);
    }
  };
  return { progress, run };
}
