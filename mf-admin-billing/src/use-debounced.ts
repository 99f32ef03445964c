import { useEffect, useState } from 'react';

/** Returns the value after it has not changed for `wait` milliseconds. The first value is returned immediately. */
export function useDebounced<Value>(value: Value, wait: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), wait);
    return () => clearTimeout(timer);
  }, [value, wait]);
  return settled;
}
