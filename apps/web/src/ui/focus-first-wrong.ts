import { useEffect, type RefObject } from 'react';

/**
 * Focuses the first invalid control of a form, or the first heading of an invalid group (`data-wrong`), whenever
 * `problems` changes; null if there are none.
 */
export function useFocusFirstWrong(form: RefObject<HTMLFormElement | null>, problems: unknown): void {
  useEffect(() => {
    if (problems !== null)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong]')?.focus();
  }, [form, problems]);
}
