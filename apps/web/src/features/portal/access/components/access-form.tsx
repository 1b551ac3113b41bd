import { useEffect, useRef, type ReactNode } from 'react';
import { useFocusFirstWrong } from '../../../../ui/focus-first-wrong.ts';
import { FormProblem } from '../../../../ui/form-problem.tsx';

/**
 * A form of one column. `errors` stand at its fields, the first of which gets the focus; `problem`, what no field is to
 * blame for, stands above.
 */
export function AccessForm({
  errors,
  problem,
  onSubmit,
  onChange,
  children,
}: {
  errors: object | null;
  problem: string | null;
  onSubmit: (data: FormData) => void;
  /** Called with what the form holds by then, whenever something is typed. */
  onChange?: (data: FormData) => void;
  children: ReactNode;
}) {
  const form = useRef<HTMLFormElement>(null);
  const top = useRef<HTMLDivElement>(null);
  useFocusFirstWrong(form, errors);
  useEffect(() => {
    if (problem !== null) top.current?.scrollIntoView({ block: 'nearest' });
  }, [problem]);
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(new FormData(event.currentTarget));
      }}
      onChange={(event) => onChange?.(new FormData(event.currentTarget))}
      className="flex flex-col gap-4"
    >
      {problem === null ? null : (
        <div ref={top}>
          <FormProblem>{problem}</FormProblem>
        </div>
      )}
      {children}
    </form>
  );
}
