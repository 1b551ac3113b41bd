import type { TenantRecord } from '@burrow/contracts/tenant';
import { formatPhone } from '../../../lib/format.ts';
import { Card } from '../../../ui/card.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { ColourField } from '../components/colour-field.tsx';
import { PortalCard } from '../components/portal-card.tsx';
import { SettingsForm } from '../components/settings-form.tsx';
import { needed, usePracticeForm } from '../use-practice-form.ts';
import { lazyComponent } from '../../../ui/lazy-component.tsx';

const LogoCard = lazyComponent(
  async () => (await import('../../files/components/logo-card.tsx')).LogoCard,
  () => <Skeleton className="h-40 w-full" />,
);

const valuesOf = (practice: TenantRecord) => ({
  tenant_name: practice.tenant_name,
  // Without a contact person the record says the practice's own name.
  name: practice.name === practice.tenant_name ? '' : practice.name,
  business_type: practice.business_type ?? '',
  email: practice.email ?? '',
  phone: formatPhone(practice.phone),
  address: practice.address ?? '',
  vat_number: practice.vat_number ?? '',
  vat_rate: practice.vat_rate,
  color: practice.color ?? '',
});

const check = needed<ReturnType<typeof valuesOf>>({
  tenant_name: 'Enter the practice name.',
  vat_rate: 'Enter a percentage such as 20.',
});

/** Who the practice is: on screens, on documents, in messages. */
export function PracticePanel({ practice }: { practice: TenantRecord }) {
  const form = usePracticeForm(practice, valuesOf, check);
  const { values, set, errors } = form;
  const text = (field: Exclude<keyof typeof values, 'color'>) => ({
    value: values[field],
    error: errors[field],
    onChange: (event: { target: { value: string } }) => set(field, event.target.value),
  });
  return (
    <SettingsForm
      form={form}
      after={
        <>
          <LogoCard />
          <PortalCard />
        </>
      }
    >
      <Card title="Details">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="Practice name" required maxLength={200} {...text('tenant_name')} />
          <TextField
            label="Business type"
            maxLength={100}
            hint="For example Veterinary or Grooming"
            {...text('business_type')}
          />
        </div>
      </Card>
      <Card title="Contact">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="Contact person" maxLength={200} {...text('name')} />
          <TextField
            label="Phone"
            type="tel"
            maxLength={40}
            hint="Shown to clients in messages"
            {...text('phone')}
          />
          <TextField
            label="Email"
            type="email"
            className="sm:col-span-2"
            maxLength={254}
            {...text('email')}
          />
          <TextArea
            label="Address"
            className="sm:col-span-2"
            rows={3}
            maxLength={500}
            hint="As it should appear on invoices"
            {...text('address')}
          />
        </div>
      </Card>
      <Card title="VAT">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="VAT number"
            maxLength={40}
            hint="Leave empty if the practice is not registered; invoices then show no VAT."
            {...text('vat_number')}
          />
          <NumberField
            label="VAT rate"
            required
            min={0}
            max={100}
            step={0.01}
            trailing="%"
            hint="Prices include it."
            {...text('vat_rate')}
          />
        </div>
      </Card>
      <ColourField
        value={values.color}
        error={errors['color']}
        onChange={(color) => set('color', color)}
        practiceName={values.tenant_name}
      />
    </SettingsForm>
  );
}
