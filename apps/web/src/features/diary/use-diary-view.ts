import { type TouchEvent, useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { useFormats } from '../../lib/practice.ts';
import { type DiaryView, diaryAddress, readDiaryView } from './diary-view.ts';

/** How far a finger moves in a swipe, in pixels. */
const distance = 60;

/** Handlers that notice a swipe to the left (1) or right (-1), and not a scroll. */
export function useSwipe(onSwipe: (by: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart: ({ touches, target, currentTarget }: TouchEvent) => {
      const touch = touches[0];
      // Touches of a dialog that is open come here too.
      const isInside = target instanceof Node && currentTarget.contains(target);
      start.current =
        touch && touches.length === 1 && isInside ? { x: touch.clientX, y: touch.clientY } : null;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches[0];
      if (!start.current || !touch) return;
      const [x, y] = [touch.clientX - start.current.x, touch.clientY - start.current.y];
      if (Math.abs(x) > distance && Math.abs(x) > 2 * Math.abs(y)) onSwipe(x < 0 ? 1 : -1);
    },
  };
}

/** The view of the diary, kept in the address. */
export function useDiaryView(phone: boolean) {
  const today = useFormats().today();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const read = readDiaryView(params, today);
  // A phone has room for one column.
  const view: DiaryView = phone ? { ...read, span: 'day' } : read;
  return {
    view,
    change: (part: Partial<DiaryView> | ((now: DiaryView) => Partial<DiaryView>)) => {
      // Keys can be pressed faster than the page is drawn: each counts from the address.
      const asked = readDiaryView(new URLSearchParams(window.location.search), today);
      const now: DiaryView = phone ? { ...asked, span: 'day' } : asked;
      const next = { ...now, ...(typeof part === 'function' ? part(now) : part) };
      void navigate(paths.diary(diaryAddress(next, today)), { replace: true, preventScrollReset: true });
    },
  };
}

const typedInto = 'input, select, textarea, [contenteditable="true"], [role="dialog"], [role="menu"], dialog';

/** Runs the command of a letter, except in a field, dialog or menu. */
export function useDiaryKeys(isOn: boolean, commands: Readonly<Record<string, () => void>>): void {
  const latest = useRef(commands);
  useEffect(() => {
    latest.current = commands;
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const onKey = (event: KeyboardEvent) => {
      const { target, key, ctrlKey, metaKey, altKey, defaultPrevented } = event;
      if (defaultPrevented || ctrlKey || metaKey || altKey) return;
      if (target instanceof Element && target.closest(typedInto)) return;
      const command = latest.current[key.toLowerCase()];
      if (!command) return;
      event.preventDefault();
      command();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [isOn]);
}
