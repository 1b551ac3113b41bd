import type { RefObject } from 'react';
import { flushSync } from 'react-dom';

/**
 * Inserts text into a text area at the cursor, or in place of the selection.
 * @param change called with the area's new text
 */
export function insertAtCursor(
  area: RefObject<HTMLTextAreaElement | null>,
  before: string,
  inserted: string,
  change: (text: string) => void,
): void {
  const start = area.current?.selectionStart ?? before.length;
  const end = area.current?.selectionEnd ?? start;
  // Render at once, so that the cursor can be placed after the inserted text.
  flushSync(() => change(before.slice(0, start) + inserted + before.slice(end)));
  const at = start + inserted.length;
  area.current?.focus();
  area.current?.setSelectionRange(at, at);
}
