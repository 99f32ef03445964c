import { useEffect, useState } from 'react';

/** How often ages are updated. */
const REFRESH_INTERVAL_MS = 30_000;

const seconds = (): number => Math.floor(Date.now() / 1000);

/** The current time in epoch seconds, updated on every render and at least twice a minute. */
export function useNow(): number {
  const [, setRenders] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setRenders((renders) => renders + 1), REFRESH_INTERVAL_MS);
    return () => clearInterval(timer);
  }, []);
  return seconds();
}
