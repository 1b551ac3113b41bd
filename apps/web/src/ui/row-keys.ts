import { useEffect, useRef } from 'react';

/** Marks the link of a row. */
export const rowLinkMark = (id: number) => ({ 'data-row-link': id });

const rowLinks = (container: HTMLElement) => [...container.querySelectorAll<HTMLElement>('[data-row-link]')];

/** Focuses the link of the record with this id, without scrolling the page. */
export function focusRow(container: HTMLElement | null, id: number): void {
  container?.querySelector<HTMLElement>(`[data-row-link="${id}"]`)?.focus({ preventScroll: true });
}

function moveBetweenRows(area: HTMLElement, event: KeyboardEvent): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0 || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const from = event.target;
  const field = area.querySelector<HTMLElement>('input[type=search]');
  const links = rowLinks(area);
  const index = links.findIndex((link) => link === from);
  if (index === -1 && (from !== field || step === -1)) return;
  const to = index === 0 && step === -1 ? field : links[index + step];
  if (!to) return;
  event.preventDefault();
  to.focus();
}

/**
 * For the element around a search field and its list: the arrow keys move from the field into the rows, between them,
 * and from the first one back.
 */
export function useRowKeys() {
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = area.current;
    if (element === null) return undefined;
    const onKeyDown = (event: KeyboardEvent) => moveBetweenRows(element, event);
    element.addEventListener('keydown', onKeyDown);
    return () => element.removeEventListener('keydown', onKeyDown);
  }, []);
  return area;
}
