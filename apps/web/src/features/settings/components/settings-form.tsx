import { useId, useRef, type ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { useFocusFirstWrong } from '../../../ui/focus-first-wrong.ts';
import { useFormKeys } from '../../../ui/use-form-keys.ts';
import type { PracticeFormState } from '../use-practice-form.ts';

/** What has the focus is scrolled to where the bar does not cover it. */
const clearOfBar =
  '[&_:is(input,select,textarea,button)]:scroll-mt-16 [&_:is(input,select,textarea,button)]:scroll-mb-40';

/** Appears as soon as something was changed, and stays in view. */
function SaveBar({ form, formId }: { form: PracticeFormState; formId: string }) {
  if (!form.unsaved && !form.saving) return null;
  return (
    <section
      aria-label="Unsaved changes"
      className="sticky bottom-[calc(3.5rem+env(safe-area-inset-bottom)+0.5rem)] z-20 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-line bg-surface px-4 py-2.5 shadow-pop md:bottom-3"
    >
      <p
        role={form.problem === null ? undefined : 'alert'}
        className={
          form.problem === null
            ? 'min-w-0 flex-1 basis-40 font-semibold'
            : 'min-w-0 flex-1 basis-40 font-semibold text-attention'
        }
      >
        {form.problem ?? 'Unsaved changes'}
      </p>
      <div className="flex gap-2 max-sm:flex-1 max-sm:*:flex-1">
        <Button disabled={form.saving} onClick={form.discard}>
          Discard
        </Button>
        <Button type="submit" form={formId} variant="primary" busy={form.saving} busyLabel="Saving...">
          Save
        </Button>
      </div>
    </section>
  );
}

/** A form of the practice's settings: cards, and the bar that saves them. `after` is shown below, outside the form. */
export function SettingsForm({
  form,
  after,
  children,
}: {
  form: PracticeFormState;
  after?: ReactNode;
  children: ReactNode;
}) {
  const formId = useId();
  const element = useRef<HTMLFormElement>(null);
  useFormKeys(element);
  const { errors } = form;
  useFocusFirstWrong(element, Object.keys(errors).length === 0 ? null : errors);
  return (
    <div className="flex flex-col gap-4">
      <form
        id={formId}
        ref={element}
        noValidate
        className={`flex flex-col gap-4 ${clearOfBar}`}
        onSubmit={(event) => {
          event.preventDefault();
          form.save();
        }}
      >
        {children}
      </form>
      {after}
      <SaveBar form={form} formId={formId} />
    </div>
  );
}
