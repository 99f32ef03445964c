import { useEffect, useState } from 'react';

/** The value as it was once it has stayed the same for a while; the first one at once. @param wait milliseconds */
export function useDebounced<Value>(value: Value, wait: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), wait);
    return () => clearTimeout(timer);
  }, [value, wait]);
  return settled;
}
