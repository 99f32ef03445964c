import { useEffect, useState } from 'react';

/** Returns the value once it hasn't changed for `wait` milliseconds. Returns the first value immediately. */
export function useDebounced<Value>(value: Value, wait: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), wait);
    return () => clearTimeout(timer);
  }, [value, wait]);
  return settled;
}
