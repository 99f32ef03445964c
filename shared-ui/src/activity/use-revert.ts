/** Stages the values from before a change in an editor, where the person reviews and saves them. */
import { apiErrorOf, serverMessage } from 'shared-api';
import { dayIn } from 'shared-api/contracts';
import type { ActivityRevert } from 'shared-api/contracts/activity';
import { useEffect, useEffectEvent, useState } from 'react';
import { formatShortDate } from '../figures';
import { useRemote } from '../remote/use-remote';
import { activityMessages } from './messages';

const messages = activityMessages.reverting;

export interface FormerValues {
  item: { at: number };
  revert: ActivityRevert | null;
  time_zone: string;
}

/** The result of staging the previous values. */
export interface StagedValues {
  /** Number of staged values that differ from the saved ones. */
  staged: number;
  /** Labels of values that this person can no longer change here. */
  skipped: readonly string[];
  /** Labels of values that were already staged and aren't part of this change. */
  others?: readonly string[];
  /** Unstages those, so that only the previous values remain. */
  dropOthers?: () => void;
  /** What else to say about the staged values, e.g. where those are that the page doesn't show. */
  note?: string;
}

export type RevertState =
  | { kind: 'loading' }
  | { kind: 'failed'; message: string }
  | ({ kind: 'done'; at: number; timeZone: string } & StagedValues);

const PARAM = 'revert';

export interface RevertOptions {
  read: () => Promise<FormerValues>;
  /** Stages the values once. `from` is the day of the change, such as `Nov 28`. */
  stage: (revert: ActivityRevert, from: string) => StagedValues;
}

/**
 * Reads the previous values and stages them. Mount it once the editor has loaded.
 *
 * @example
 * const former: FormerValues = { item: { at: 1_795_000_000 }, revert: null, time_zone: 'America/Chicago' };
 * const { state, retry } = useRevert({
 *   read: () => Promise.resolve(former),
 *   stage: (revert) => ({ staged: Object.keys(revert).length, skipped: [] }),
 * });
 * return <RevertNotice state={state} onRetry={retry} />;
 */
export function useRevert({ read, stage }: RevertOptions): { state: RevertState; retry: () => void } {
  const { navigate, location } = useRemote();
  const [state, setState] = useState<RevertState>({ kind: 'loading' });
  const [attempt, setAttempt] = useState(0);
  /** A page reload must not stage the values again and overwrite later edits. */
  const forget = useEffectEvent(() => {
    const { pathname, search } = location();
    const params = new URLSearchParams(search);
    params.delete(PARAM);
    const rest = params.toString();
    navigate(`${pathname}${rest === '' ? '' : `?${rest}`}`, { replace: true });
  });
  const run = useEffectEvent(async (isCurrent: () => boolean) => {
    try {
      const { item, revert, time_zone: timeZone } = await read();
      if (!isCurrent()) return;
      const from = formatShortDate(dayIn(timeZone, new Date(item.at * 1000)));
      const staged = revert ? stage(revert, from) : { staged: 0, skipped: [messages.theseValues] };
      setState({ kind: 'done', at: item.at, timeZone, ...staged });
      forget();
    } catch (error) {
      if (isCurrent()) setState({ kind: 'failed', message: serverMessage(apiErrorOf(error)) ?? messages.failed });
    }
  });
  useEffect(() => {
    let current = true;
    void run(() => current);
    return () => {
      current = false;
    };
  }, [attempt]);
  const retry = (): void => {
    setState({ kind: 'loading' });
    setAttempt((count) => count + 1);
  };
  return { state, retry };
}
