import type { ServiceRecord } from '@burrow/contracts/service';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { ColourChoice } from '../../../ui/colour-choice.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { useSumLabel } from '../../payments/use-sum-label.ts';
import { ServiceMore } from './service-more.tsx';
import { useServiceForm } from './use-service-form.ts';

/** Adds a service, or changes `service`. */
export function ServiceDialog({ service, onClose }: { service: ServiceRecord | null; onClose: () => void }) {
  const priceLabel = useSumLabel('Price');
  const form = useServiceForm(service, () => {
    toast.success(service === null ? 'Service added' : 'Service saved');
    onClose();
  });
  return (
    <FormDialog
      form={form}
      title={service === null ? 'Add service' : 'Edit service'}
      description={service === null ? undefined : 'Existing appointments keep their price and duration.'}
      className="grid grid-cols-2 gap-4"
      submitLabel="Save"
      busyLabel="Saving..."
      onClose={onClose}
    >
      <TextField {...form.field('name')} label="Name" className="col-span-2" />
      <TextArea
        {...form.field('description')}
        label="Description"
        hint="Clients read this when they choose a service."
        rows={2}
        className="col-span-2"
      />
      <NumberField {...form.field('base_price')} label={priceLabel} min={0} step={0.01} />
      <NumberField {...form.field('duration_minutes')} label="Duration (minutes)" min={15} step={15} />
      <div className="col-span-2">
        <ColourChoice value={form.values.color} onChange={(color) => form.set({ color })} />
      </div>
      <Checkbox
        {...form.flag('online')}
        className="col-span-2"
        label="Bookable online"
        hint="Clients can request it in the portal."
      />
      <ServiceMore form={form} />
    </FormDialog>
  );
}
