import { useEffect, useRef, type ReactNode } from 'react';
import type { FormState } from '../../../../lib/use-form.ts';
import { FormProblem } from '../../../../ui/form-problem.tsx';
import { Form } from '../../../../ui/form.tsx';

/** A form in one column. Problems without a field are shown above it. */
export function AccessForm({
  form,
  problem = form.problem,
  children,
}: {
  form: FormState;
  /** Shown instead of the form's own problem. */
  problem?: string | null;
  children: ReactNode;
}) {
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem !== null) top.current?.scrollIntoView({ block: 'nearest' });
  }, [problem]);
  return (
    <Form form={form}>
      {problem === null ? null : (
        <div ref={top}>
          <FormProblem>{problem}</FormProblem>
        </div>
      )}
      {children}
    </Form>
  );
}
