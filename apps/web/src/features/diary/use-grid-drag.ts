import { useEffect, useRef, useState, type MouseEvent, type PointerEvent, type RefObject } from 'react';
import { mayEdit } from '../bookings/booking-moves.ts';
import { cardKeyOf } from './components/grid-column.tsx';
import type { DiaryColumn, PlacedCard } from './diary-columns.ts';
import { canUnassign, moveTarget, unassign, type GridTarget } from './grid-target.ts';
import { snapLength, snapSpan, snapStart } from './snap.ts';
import { tremble, useTouchHold } from './use-touch-hold.ts';

/** The distance that makes a movement a drag, in pixels. */
const threshold = 4;
/** How close to an edge a drag scrolls the grid, and how far. */
const edge = 36;
const scrollBy = 14;

interface Press {
  target: GridTarget;
  x: number;
  y: number;
  /** From the start of the card to the pointer, in minutes. */
  grab: number;
  /** Where a drag over empty time started. */
  origin: number;
  isTouch: boolean;
  isDragging: boolean;
}

interface DragOptions {
  /** The area of the columns; its height is the day. */
  layer: RefObject<HTMLElement | null>;
  scroller: RefObject<HTMLElement | null>;
  columns: readonly DiaryColumn[];
  hourHeight: number;
  step: number;
  onDrop: (target: GridTarget) => void;
  /** Empty time was clicked or tapped. */
  onPoint: (at: { column: number; start: number }) => void;
}

/** The card of an element, and its column. */
export function cardAt(
  element: EventTarget | null,
  columns: readonly DiaryColumn[],
  attribute: 'data-card' | 'data-resize' | 'data-arrive' = 'data-card',
): { card: PlacedCard; column: number; cardKey: string } | null {
  const found = element instanceof Element ? element.closest(`[${attribute}]`) : null;
  const cardKey = found?.getAttribute(attribute);
  if (cardKey == null) return null;
  return cardWith(cardKey, columns);
}

/** A card by its key. */
export function cardWith(
  cardKey: string,
  columns: readonly DiaryColumn[],
): { card: PlacedCard; column: number; cardKey: string } | null {
  const column = columns.findIndex(({ key }) => cardKey.startsWith(`${key}:`));
  const of = columns[column];
  const card = of?.cards.find((one) => cardKeyOf(of, one) === cardKey);
  return card ? { card, column, cardKey } : null;
}

/** The element of a card that is shown: an appointment over midnight is also on the hidden day around. */
export const shownCard = (within: ParentNode, selector: string): HTMLElement | undefined =>
  [...within.querySelectorAll<HTMLElement>(selector)].find((card) => card.checkVisibility());

const isGrip = (element: EventTarget): boolean =>
  element instanceof Element && element.closest('[data-grip]') !== null;

const isSamePlace = (one: GridTarget, other: GridTarget): boolean =>
  one.column === other.column && one.start === other.start && one.minutes === other.minutes;

/**
 * Dragging cards, their lower edges, and over empty time, with a mouse or pen. Touch scrolls; a finger held on a card
 * moves it, or, lifted where it was, shows a grip that changes its length.
 */
export function useGridDrag(options: DragOptions) {
  const { layer } = options;
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const press = useRef<Press | null>(null);
  /** Ignore the click at the end of a drag. */
  const wasDragged = useRef(false);
  const [target, setTarget] = useState<GridTarget | null>(null);
  /** The card with a grip for a finger. */
  const [gripped, setGripped] = useState<string | null>(null);
  const isPressed = useRef<(() => void) | null>(null);
  useEffect(() => () => isPressed.current?.(), []);

  /** Column and minutes at a point of the screen. */
  const pointAt = (x: number, y: number) => {
    const { columns, hourHeight } = latest.current;
    const rect = layer.current?.getBoundingClientRect();
    if (!rect) return { column: 0, minutes: 0, isLeft: false };
    const column = Math.floor(((x - rect.left) / rect.width) * columns.length);
    const left = latest.current.scroller.current?.getBoundingClientRect().left ?? rect.left;
    const gutter = layer.current?.offsetLeft ?? 0;
    return {
      column: Math.min(Math.max(column, 0), columns.length - 1),
      minutes: ((y - rect.top) / hourHeight) * 60,
      isLeft: x < left + gutter,
    };
  };

  const targetAt = (
    { target: before, grab, origin }: Press,
    x: number,
    y: number,
    fine: boolean,
  ): GridTarget => {
    const { columns, step } = latest.current;
    const point = pointAt(x, y);
    const snap = fine ? 5 : step;
    if (before.kind === 'resize') return { ...before, minutes: snapLength(before.start, point.minutes) };
    if (before.kind === 'select') return { ...before, ...snapSpan(origin, point.minutes, snap) };
    const column = point.isLeft && canUnassign(columns) ? unassign : point.column;
    return { ...before, column, start: snapStart(point.minutes - grab, snap) };
  };

  const stop = () => {
    isPressed.current?.();
    isPressed.current = null;
    press.current = null;
    setTarget(null);
  };

  const point = (x: number, y: number) => {
    const { column, minutes } = pointAt(x, y);
    const { step, onPoint } = latest.current;
    onPoint({ column, start: Math.floor(minutes / step) * step });
  };

  const scrollAtEdge = (x: number, y: number) => {
    const scroller = latest.current.scroller.current;
    if (!scroller) return;
    const { top, bottom, left, right } = scroller.getBoundingClientRect();
    if (y < top + 2 * edge) scroller.scrollTop -= scrollBy;
    if (y > bottom - edge) scroller.scrollTop += scrollBy;
    if (x > right - edge) scroller.scrollLeft += scrollBy;
    if (x < left + edge) scroller.scrollLeft -= scrollBy;
  };

  const onMove = (event: globalThis.PointerEvent) => {
    const held = press.current;
    if (!held) return;
    if (!held.isDragging && held.isTouch) return;
    if (!held.isDragging && Math.hypot(event.clientX - held.x, event.clientY - held.y) < threshold) return;
    held.isDragging = true;
    wasDragged.current = true;
    scrollAtEdge(event.clientX, event.clientY);
    const next = targetAt(held, event.clientX, event.clientY, event.shiftKey);
    setTarget((before) => (before && isSamePlace(before, next) ? before : next));
  };

  const onUp = (event: globalThis.PointerEvent) => {
    const held = press.current;
    stop();
    if (!held) return;
    if (!held.isDragging) {
      if (held.target.kind === 'select') point(held.x, held.y);
      return;
    }
    const dropped = targetAt(held, event.clientX, event.clientY, event.shiftKey);
    const isLifted = Math.hypot(event.clientX - held.x, event.clientY - held.y) < tremble;
    const isAsked = held.isTouch && held.target.kind === 'move' && isLifted;
    setGripped(isAsked ? held.target.cardKey : null);
    if (!isAsked) latest.current.onDrop(dropped);
  };

  const onKey = (event: globalThis.KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    stop();
  };

  const listen = () => {
    window.addEventListener('pointermove', onMove);
    window.addEventListener('pointerup', onUp);
    window.addEventListener('pointercancel', stop);
    window.addEventListener('keydown', onKey, true);
    isPressed.current = () => {
      window.removeEventListener('pointermove', onMove);
      window.removeEventListener('pointerup', onUp);
      window.removeEventListener('pointercancel', stop);
      window.removeEventListener('keydown', onKey, true);
    };
  };

  const pressed = (event: PointerEvent): Press | null => {
    const { columns, step } = latest.current;
    const { clientX: x, clientY: y } = event;
    const at = pointAt(x, y);
    const isTouch = event.pointerType === 'touch';
    const isEdge = !isTouch || isGrip(event.target);
    const resized = isEdge ? cardAt(event.target, columns, 'data-resize') : null;
    const hit = resized ?? cardAt(event.target, columns);
    const begin = { x, y, grab: 0, origin: at.minutes, isTouch, isDragging: false };
    if (hit === null) {
      const { column } = at;
      const empty = {
        kind: 'select',
        card: null,
        cardKey: null,
        from: column,
        column,
        byKeys: false,
      } as const;
      return { ...begin, target: { ...empty, ...snapSpan(at.minutes, at.minutes, step) } };
    }
    if (!mayEdit(hit.card.booking)) return null;
    return {
      ...begin,
      grab: at.minutes - hit.card.start,
      target: moveTarget(hit, resized ? 'resize' : 'move', false),
    };
  };

  const beginHold = useTouchHold(layer, () => {
    const held = press.current;
    if (!held) return false;
    held.isDragging = true;
    wasDragged.current = true;
    setTarget(held.target);
    return true;
  });

  const onPointerDown = (event: PointerEvent) => {
    wasDragged.current = false;
    if (!isGrip(event.target)) setGripped(null);
    if (event.button !== 0 || !event.isPrimary) return;
    if (cardAt(event.target, latest.current.columns, 'data-arrive')) return;
    const next = pressed(event);
    if (next === null || (next.isTouch && next.target.card === null)) return;
    press.current = next;
    listen();
    if (!next.isTouch) return;
    if (next.target.kind === 'move') return beginHold(next.x, next.y);
    next.isDragging = true;
    wasDragged.current = true;
    setTarget(next.target);
  };

  return {
    target,
    gripped,
    onPointerDown,
    /** The menu of a long press would cover the moved card. */
    onContextMenu: (event: MouseEvent) => {
      if (press.current?.isTouch) event.preventDefault();
    },
    wasDragged: () => wasDragged.current,
    point,
  };
}
