import { useState } from 'react';
import { useCommand } from '../../lib/query.ts';
import type { FieldTemplate } from '../custom-fields/components/template-picker.tsx';
import { setOtherBusinessType } from './setup-flags.ts';

/** The choice of a type of practice, and saving it, which adds its custom fields. */
export function useBusinessType(practiceId: number) {
  const [template, setTemplate] = useState<FieldTemplate | null>(null);
  const [savedId, setSavedId] = useState<number | null>(null);
  const apply = useCommand('booking_field_template_apply');
  return {
    template,
    choose: (_id: number, chosen: FieldTemplate) => {
      apply.reset();
      setTemplate(chosen);
    },
    busy: apply.isPending,
    error: apply.error,
    /** Saves the choice, unless it is already saved. */
    save: (chosen: FieldTemplate, onSaved: () => void) => {
      if (chosen.id === savedId) {
        onSaved();
        return;
      }
      apply.mutate(
        { template_id: chosen.id },
        {
          onSuccess: () => {
            setSavedId(chosen.id);
            // A type counts as chosen even if all its custom fields are archived.
            setOtherBusinessType(practiceId, chosen.template_name === 'Other');
            onSaved();
          },
        },
      );
    },
  };
}
