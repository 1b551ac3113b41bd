import type { TenantRecord } from '@burrow/contracts/tenant';
import { ExternalLink } from 'lucide-react';
import { formatPhone } from '../../../lib/format.ts';
import { usePortalAddress } from '../../../lib/portal-address.ts';
import { Card } from '../../../ui/card.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import { ColourField } from '../components/colour-field.tsx';
import { SettingsForm } from '../components/settings-form.tsx';
import { usePracticeForm } from '../use-practice-form.ts';
import { lazyComponent } from '../../../ui/lazy-component.tsx';

const LogoCard = lazyComponent(
  async () => (await import('../../files/components/logo-card.tsx')).LogoCard,
  () => <Skeleton className="h-40 w-full" />,
);

const valuesOf = (practice: TenantRecord) => ({
  tenant_name: practice.tenant_name,
  // Without a contact person, the record has the practice's own name.
  name: practice.name === practice.tenant_name ? '' : practice.name,
  business_type: practice.business_type ?? '',
  email: practice.email ?? '',
  phone: formatPhone(practice.phone),
  address: practice.address ?? '',
  vat_number: practice.vat_number ?? '',
  vat_rate: practice.vat_rate,
  color: practice.color ?? '',
});

const required = { tenant_name: true, vat_rate: true };

/** The address of the practice's portal. */
function PortalCard() {
  const address = usePortalAddress();
  return (
    <Card title="Client portal">
      <div className="flex flex-col gap-3">
        <CopyField
          label="Portal address"
          value={address}
          note="Clients sign up and request appointments here. Add it to your website, or to your messages with “Portal address”."
        />
        <p>
          <a
            href={address}
            target="_blank"
            rel="noopener noreferrer"
            className={`inline-flex items-center gap-1 ${textLinkClass}`}
          >
            Open the portal
            <ExternalLink aria-hidden="true" className="size-3.5" />
            <span className="sr-only">(opens a new tab)</span>
          </a>
        </p>
      </div>
    </Card>
  );
}

/** The practice's details: for screens, documents and messages. */
export function PracticePanel({ practice }: { practice: TenantRecord }) {
  const form = usePracticeForm(practice, valuesOf, { required });
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
          <TextField {...form.field('tenant_name')} label="Practice name" />
          <TextField
            {...form.field('business_type')}
            label="Business type"
            hint="For example Veterinary or Grooming"
          />
        </div>
      </Card>
      <Card title="Contact">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField {...form.field('name')} label="Contact person" />
          <TextField {...form.field('phone')} label="Phone" type="tel" hint="Shown to clients in messages" />
          <TextField {...form.field('email')} label="Email" type="email" className="sm:col-span-2" />
          <TextArea
            {...form.field('address')}
            label="Address"
            className="sm:col-span-2"
            rows={3}
            hint="As it should appear on invoices"
          />
        </div>
      </Card>
      <Card title="VAT">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            {...form.field('vat_number')}
            label="VAT number"
            hint="Leave empty if the practice is not registered; invoices then show no VAT."
          />
          <NumberField
            {...form.field('vat_rate')}
            label="VAT rate"

            min={0}
            max={100}
            step={0.01}
            trailing="%"
            hint="Prices include VAT."
          />
        </div>
      </Card>
      <ColourField
        value={form.values.color}
        error={form.errors.color}
        onChange={(color) => form.set({ color })}
        practiceName={form.values.tenant_name}
      />
    </SettingsForm>
  );
}
