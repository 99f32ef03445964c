/** Stages the former values of a change in an editor. The person reviews and saves them; nothing is saved by itself. */
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

/** What became of the former values in the editor. */
export interface StagedValues {
  /** How many differ from the saved ones and are staged now. */
  staged: number;
  /** Labels of those that this person can't change here any more. */
  skipped: readonly string[];
  /** Labels of what was staged before and isn't part of this change. */
  others?: readonly string[];
  /** Drops those, so that only the former values are staged. */
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
  /** Stages the values, once. `from` is the day of the change, such as `Nov 28`. */
  stage: (revert: ActivityRevert, from: string) => StagedValues;
}

/**
 * Reads the former values and stages them. Mount it when the editor has loaded.
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
  /** A reload of the page must not stage the values again over what the person did with them. */
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
