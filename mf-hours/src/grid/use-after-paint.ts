import { useCallback, useEffect, useMemo, useRef } from 'react';
import { flushSync } from 'react-dom';

export interface AfterPaint {
  /** Runs the task after the next paint. It replaces the task that is still waiting. */
  schedule: (task: () => void) => void;
  /** Runs the waiting task immediately and renders its result. Does nothing without a waiting task. */
  flush: () => void;
}

/**
 * Moves work that a keystroke doesn't need to show its character behind the next paint. The task never gets lost: it
 * also runs when the component unmounts.
 */
export function useAfterPaint(): AfterPaint {
  const waiting = useRef<(() => void) | null>(null);
  const frame = useRef(0);
  const run = useCallback(() => {
    const task = waiting.current;
    waiting.current = null;
    cancelAnimationFrame(frame.current);
    task?.();
  }, []);
  useEffect(() => run, [run]);
  return useMemo(
    () => ({
      schedule: (task) => {
        if (!waiting.current) frame.current = requestAnimationFrame(() => setTimeout(run));
        waiting.current = task;
      },
      flush: () => {
        if (waiting.current) flushSync(run);
      },
    }),
    [run],
  );
}
