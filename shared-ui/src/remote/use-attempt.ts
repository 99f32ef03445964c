import { useState } from 'react';

export interface AttemptedChange<Sent> {
  /** The `Idempotency-Key` of every attempt at this change. */
  key: string;
  /** The content of the first request. Retries send it unchanged. */
  sent: Sent;
}

export interface Attempt<Sent> {
  /**
   * Returns the pending attempt for this choice, or a new one with `sent`.
   *
   * @param choice what the person has chosen, comparable as JSON
   */
  begin: (choice: unknown, sent: Sent) => AttemptedChange<Sent>;
  /** Call it as soon as the outcome is known, so that the next `begin` is a new change. */
  end: () => void;
}

function createAttempt<Sent>(): Attempt<Sent> {
  let open: (AttemptedChange<Sent> & { choice: string }) | null = null;
  return {
    begin(choice, sent) {
      const text = JSON.stringify(choice);
      if (open?.choice !== text) open = { choice: text, key: crypto.randomUUID(), sent };
      return open;
    },
    end() {
      open = null;
    },
  };
}

/**
 * Makes a change at most once (server rule 6): until the outcome is known, all attempts of a choice share the same key
 * and content. Calls that send exactly what the form shows don't need it, because the transport derives their key from
 * the content.
 *
 * @example
 * const attempt = useAttempt<{ room: number; expectedPrice: number }>();
 * const book = async (room: number, price: number): Promise<void> => {
 *   const { key, sent } = attempt.begin(room, { room, expectedPrice: price });
 *   const answer = await fetch('/bookings', {
 *     method: 'POST',
 *     headers: { 'idempotency-key': key },
 *     body: JSON.stringify(sent),
 *   });
 *   if (answer.status < 500) attempt.end();
 * };
 * return <Button onClick={() => void book(2, 4500)}>Book Room 2</Button>;
 */
export function useAttempt<Sent>(): Attempt<Sent> {
  const [attempt] = useState(createAttempt<Sent>);
  return attempt;
}
