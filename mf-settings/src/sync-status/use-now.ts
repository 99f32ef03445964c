import { useEffect, useState } from 'react';

/** How often ages are worded anew, in milliseconds. */
const TICK_MS = 30_000;

const seconds = (): number => Math.floor(Date.now() / 1000);

/** Now in epoch seconds, fresh with every rendering and at least twice a minute. */
export function useNow(): number {
  const [, setTicks] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTicks((ticks) => ticks + 1), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return seconds();
}
