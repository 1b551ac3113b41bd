import { useEffect, useState } from 'react';
import { useNavigationType } from 'react-router-dom';
import { useAddressValues } from './use-address-values.ts';
import { useDebounced } from './use-debounced.ts';

interface UrlSearch {
  /** The text in the field. */
  text: string;
  setText: (text: string) => void;
  /** The search text in the address (`q`), trimmed. */
  q: string;
}

/**
 * A search whose text is stored in the address as `q`, replacing the history entry once typing pauses. Following a
 * link, Back and Forward put the address's text into the field.
 */
export function useUrlSearch(): UrlSearch {
  const [address, change] = useAddressValues(['q']);
  const how = useNavigationType();
  const q = address.q.trim();
  const [text, setText] = useState(q);
  const [seen, setSeen] = useState(q);
  if (q !== seen) {
    setSeen(q);
    // Only this hook replaces the history entry; its own change must not overwrite what the person types.
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
