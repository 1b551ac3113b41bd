import { useState } from 'react';

/** The value, or while it is null the one before: what a dialog goes on showing while it fades away. */
export function useLast<Value>(value: Value | null): Value | null {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return value ?? last;
}
