import { useState } from 'react';
import { useNavigationType } from 'react-router-dom';

/**
 * The values of day fields that the page keeps in its address. They are passed on with each change but not read back, because
 * that would replace a day while it is typed.
 * @param days as the address has them
 * @returns the values, a function that changes some, and one that only shows others
 */
export function useDayDrafts<const Name extends string>(
  days: Readonly<Record<Name, string>>,
  onChange: (days: Record<Name, string>) => void,
) {
  const how = useNavigationType();
  const [draft, setDraft] = useState<Record<Name, string>>(days);
  const [seen, setSeen] = useState(days);
  if (Object.keys(days).some((name) => seen[name as Name] !== days[name as Name])) {
    setSeen(days);
    // Typing replaces the history entry; Back, Forward and links change the address.
    if (how !== 'REPLACE') setDraft(days);
  }
  const change = (edit: Partial<Record<Name, string>>) => {
    const next = { ...draft, ...edit };
    setDraft(next);
    onChange(next);
  };
  return [draft, change, setDraft] as const;
}
