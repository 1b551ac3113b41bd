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
  children,
}: {
  errors: object | null;
  problem: string | null;
  onSubmit: (data: FormData) => void;
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
