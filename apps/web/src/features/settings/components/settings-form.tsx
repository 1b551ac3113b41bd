import type { ReactNode } from 'react';
import type { FormState } from '../../../lib/use-form.ts';
import { Button } from '../../../ui/button.tsx';
import { Form } from '../../../ui/form.tsx';

/** Scrolls the focused element out from under the bar. */
const clearOfBar =
  '[&_:is(input,select,textarea,button)]:scroll-mt-16 [&_:is(input,select,textarea,button)]:scroll-mb-40';

type SettingsFormState = FormState & { discard: () => void };

/** Appears as soon as there are changes, and stays in view. */
function SaveBar({ form }: { form: SettingsFormState }) {
  if (!form.changed && !form.busy) return null;
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
        <Button disabled={form.busy} onClick={form.discard}>
          Discard
        </Button>
        <Button type="submit" form={form.id} variant="primary" busy={form.busy} busyLabel="Saving...">
          Save
        </Button>
      </div>
    </section>
  );
}

/**
 * A form of the practice's settings: cards, and the bar that saves them. `after` is rendered below, outside the form.
 */
export function SettingsForm({
  form,
  after,
  children,
}: {
  form: SettingsFormState;
  after?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="flex flex-col gap-4">
      <Form form={form} className={`flex flex-col gap-4 ${clearOfBar}`}>
        {children}
      </Form>
      {after}
      <SaveBar form={form} />
    </div>
  );
}
