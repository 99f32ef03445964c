/** Loads the activity page by page, and exports it. */
import type { ActivityItem, ActivityPage } from 'shared-api/contracts/activity';
import { remedyMessage } from 'shared-api';
import { dayIn } from 'shared-api/contracts';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { download } from '../actions';
import { activityMessages as messages } from './messages';
import type { ActivityQuery } from './params';
import { activityCsv } from './text';

export interface ActivityPageQuery extends ActivityQuery {
  cursor?: string;
  page_size: number;
}

/** Reads a page. Rejects with the call's error. */
export type ReadActivityPage = (query: ActivityPageQuery) => Promise<ActivityPage>;

export interface ActivityPages {
  /** Undefined before the first load. */
  items: readonly ActivityItem[] | undefined;
  /** Null before the first load. */
  page: ActivityPage | null;
  loading: boolean;
  failure: string | undefined;
  retry: () => void;
  /** Undefined on the last page. */
  loadEarlier: (() => void) | undefined;
}

const PAGE_SIZE = 50;

interface Loaded {
  items: readonly ActivityItem[];
  page: ActivityPage | null;
  failure: string | undefined;
  loading: boolean;
}

/** Shows the previous entries while new ones load, so the page doesn't jump. Changing the query starts over. */
export function useActivityPages(read: ReadActivityPage, query: ActivityQuery): ActivityPages {
  const [{ items, page, failure, loading }, setLoaded] = useState<Loaded>({
    items: [],
    page: null,
    failure: undefined,
    loading: true,
  });
  /** Counts requests, so that responses to earlier filters are ignored. */
  const latest = useRef(0);
  const load = useEffectEvent(async (cursor: string | undefined) => {
    latest.current += 1;
    const request = latest.current;
    setLoaded((before) => ({ ...before, loading: true, failure: undefined }));
    try {
      const answer = await read({ ...query, page_size: PAGE_SIZE, ...(cursor !== undefined && { cursor }) });
      if (request !== latest.current) return;
      setLoaded((before) => ({
        items: cursor === undefined ? answer.results : [...before.items, ...answer.results],
        page: answer,
        failure: undefined,
        loading: false,
      }));
    } catch (error) {
      if (request !== latest.current) return;
      setLoaded((before) => ({
        ...before,
        failure: remedyMessage(error) ?? messages.failed,
        loading: false,
      }));
    }
  });
  const key = JSON.stringify(query);
  const [attempt, setAttempt] = useState<{ count: number; cursor: string | undefined }>({
    count: 0,
    cursor: undefined,
  });
  useEffect(() => {
    void load(undefined);
    return () => {
      latest.current += 1;
    };
  }, [key]);
  useEffect(() => {
    if (attempt.count > 0) void load(attempt.cursor);
  }, [attempt]);
  const next = page?.next ?? null;
  const again = useCallback(
    (cursor: string | undefined) => setAttempt(({ count }) => ({ count: count + 1, cursor })),
    [],
  );
  return {
    items: page ? items : undefined,
    page,
    loading,
    failure,
    retry: () => again(attempt.cursor !== undefined && attempt.cursor === next ? next : undefined),
    loadEarlier: next === null ? undefined : () => again(next),
  };
}

/** The server's maximum page size. */
const EXPORT_PAGE_SIZE = 200;
/** Larger files are too big for a spreadsheet. People can export a shorter period. */
const MAX_EXPORTED = 20_000;

export interface ActivityExportOptions {
  /** `activity-12` */
  fileName: string;
  withPractice: boolean;
  notify: (toast: { severity: 'success' | 'info' | 'error'; message: string }) => void;
}

/**
 * Exports all matching entries, not only the visible ones. `progress` is the number exported so far; null when idle.
 */
export function useActivityExport(
  read: ReadActivityPage,
  query: ActivityQuery,
  { fileName, withPractice, notify }: ActivityExportOptions,
): { progress: number | null; run: () => Promise<void> } {
  const [progress, setProgress] = useState<number | null>(null);
  const running = useRef(false);
  const unmounted = useRef(false);
  useEffect(() => {
    unmounted.current = false;
    return () => {
      unmounted.current = true;
    };
  }, []);
  const run = async (): Promise<void> => {
    if (running.current) return;
    running.current = true;
    try {
      const items: ActivityItem[] = [];
      let zone = 'UTC';
      let cursor: string | null | undefined;
      do {
        setProgress(items.length);
        const page: ActivityPage = await read({
          ...query,
          page_size: EXPORT_PAGE_SIZE,
          ...(typeof cursor === 'string' && { cursor }),
        });
        if (unmounted.current) return;
        items.push(...page.results);
        zone = page.time_zone;
        cursor = page.next;
      } while (cursor !== null && items.length < MAX_EXPORTED);
      const file = new Blob([activityCsv(items, zone, withPractice)], { type: 'text/csv;charset=utf-8' });
      download(file, `${fileName}-${dayIn(zone, new Date())}.csv`);
      const { csv } = messages;
      notify(
        cursor === null
          ? { severity: 'success', message: csv.done(items.length) }
          : { severity: 'info', message: csv.limited(items.length) },
      );
    } catch (error) {
      notify({ severity: 'error', message: remedyMessage(error) ?? messages.csv.failed });
    } finally {
      running.current = false;
      setProgress(null);
    }
  };
  return { progress, run };
}
