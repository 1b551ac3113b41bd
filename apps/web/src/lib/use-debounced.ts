import { useEffect, useState } from 'react';

/** The value once it has stayed the same for `milliseconds`; for searching while typing. */
export function useDebounced<Value>(value: Value, milliseconds = 200): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}
