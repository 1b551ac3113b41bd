import { useEffect, type RefObject } from 'react';

/**
 * Puts the focus on the first control of a form that is marked as wrong, or the first heading of such a group
 * (`data-wrong`), each time `problems` has become another value;
 * null while there are none.
 */
export function useFocusFirstWrong(form: RefObject<HTMLFormElement | null>, problems: unknown): void {
  useEffect(() => {
    if (problems !== null)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong]')?.focus();
  }, [form, problems]);
}
