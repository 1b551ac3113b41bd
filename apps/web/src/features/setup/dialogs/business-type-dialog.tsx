import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { toast } from '../../../ui/toast.ts';
import { TemplatePicker } from '../../custom-fields/components/template-picker.tsx';
import { useBusinessType } from '../use-business-type.ts';

/** Asks for the type of practice, which adds its custom fields. */
export function BusinessTypeDialog({ practiceId, onClose }: { practiceId: number; onClose: () => void }) {
  const type = useBusinessType(practiceId);
  const [problem, setProblem] = useState<string | null>(null);
  function submit() {
    if (type.template === null) {
      setProblem('Choose a type of practice');
      return;
    }
    type.save(type.template, () => {
      onClose();
      toast.success('Business type saved');
    });
  }
  const failure = type.error ? 'Failed to set business type. Please try again.' : problem;
  return (
    <Dialog
      open
      onOpenChange={(next) => {
        if (!next && !type.busy) onClose();
      }}
      title="Business Type"
      description="Choose your type of practice. It adds custom fields for appointments, which you can change at any time in Settings."
      width="large"
      actions={
        <>
          <Button disabled={type.busy} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" busy={type.busy} busyLabel="Saving..." onClick={submit}>
            Save type
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <TemplatePicker
          value={type.template?.id ?? null}
          disabled={type.busy}
          onChange={(id, template) => {
            setProblem(null);
            type.choose(id, template);
          }}
        />
        {failure ? <FormProblem>{failure}</FormProblem> : null}
      </div>
    </Dialog>
  );
}
