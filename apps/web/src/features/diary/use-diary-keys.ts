import { useEffect, useRef } from 'react';

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
