import { useEffect, useState } from 'react';
import { useNavigationType } from 'react-router-dom';
import { useAddressValues } from './use-address-values.ts';
import { useDebounced } from './use-debounced.ts';

interface UrlSearch {
  /** The text in the field. */
  text: string;
  setText: (text: string) => void;
  /** The search in the address, its `q`, trimmed. */
  q: string;
}

/**
 * A search whose words live in the address as `q`, written there (in place of the entry, without a new one) once
 * typing pauses. Following a link, Back and Forward put the address's words into the field.
 */
export function useUrlSearch(): UrlSearch {
  const [address, change] = useAddressValues(['q']);
  const how = useNavigationType();
  const q = address.q.trim();
  const [text, setText] = useState(q);
  const [seen, setSeen] = useState(q);
  if (q !== seen) {
    setSeen(q);
    // Only this hook replaces the entry; its own writing must not overtake the person's typing.
    if (how !== 'REPLACE') setText(q);
  }
  const settled = useDebounced(text.trim());
  useEffect(() => {
    // Not while typing, nor before the text of a followed link has settled.
    if (settled !== text.trim() || settled === q) return;
    change({ q: settled });
  }, [settled, text, q, change]);
  return { text, setText, q };
}
