import type { PortalAnimal, PortalService } from '@burrow/contracts/portal';
import { useQuery } from '@tanstack/react-query';
import type { OutputOf } from '../../../lib/api.ts';
import type { Formats } from '../../../lib/format.ts';
import { actionQuery } from '../../../lib/query.ts';
import { Select } from '../../../ui/select.tsx';
import { usePortalFormats } from '../portal-practice.ts';
import type { RequestChoices, RequestState } from './use-request.ts';

const petLabel = ({ animal_name: name, breed }: PortalAnimal): string =>
  breed ? `${name} (${breed})` : name;

const serviceLabel = (service: PortalService, { money }: Formats): string =>
  `${service.name} – ${money(service.base_price)} – ${service.duration_minutes} mins`;

/** The chosen service's description, duration and price. */
function ServiceBox({ service }: { service: PortalService }) {
  const { money } = usePortalFormats();
  return (
    <div className="flex flex-col gap-1.5 rounded-md bg-brand-soft px-3 py-2.5">
      <p className="font-semibold wrap-anywhere">{service.name}</p>
      {service.description ? (
        <p className="text-sm wrap-anywhere whitespace-pre-line">{service.description}</p>
      ) : null}
      <p className="figures flex flex-wrap gap-x-4 text-sm">
        <span>Base price: {money(service.base_price)}</span>
        <span>Duration: {service.duration_minutes} mins</span>
      </p>
      <p className="text-sm text-ink-soft">Final price may vary based on actual requirements</p>
    </div>
  );
}

/** A person whom a pet owner can choose. */
export type StaffChoice = OutputOf<'cp/booking_staff'>[number];

/** Lets a pet owner choose a person, if the practice offers more than one for the service. */
export function StaffField({
  serviceId,
  value,
  emptyLabel = 'Anyone',
  onChoose,
}: {
  serviceId: number | null;
  /** '' for no choice. */
  value: string;
  emptyLabel?: string;
  onChoose: (person: StaffChoice | null) => void;
}) {
  const staff = useQuery({
    ...actionQuery('cp/booking_staff', { service_id: serviceId ?? 0 }),
    enabled: serviceId !== null,
  });
  const people = serviceId === null ? [] : (staff.data ?? []);
  if (people.length < 2) return null;
  return (
    <Select
      label="Who would you like to see?"
      emptyLabel={emptyLabel}
      options={people.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value}
      onChange={({ target }) => onChoose(people.find(({ id }) => String(id) === target.value) ?? null)}
    />
  );
}

/** The fields for pet, service and person. */
export function WhatFields({
  request: { draft, errors, change },
  pets,
  services,
  service,
}: RequestChoices & { request: RequestState; service: PortalService | undefined }) {
  const formats = usePortalFormats();
  return (
    <div className="flex flex-col gap-4">
      <Select
        label="Select Pet"
        required
        emptyLabel="Choose a pet"
        options={pets.map((pet) => ({ value: String(pet.id), label: petLabel(pet) }))}
        value={draft.animalId}
        error={errors?.animalId}
        onChange={(event) => change({ animalId: event.target.value })}
      />
      <Select
        label="Service Required"
        required
        emptyLabel="Select a service"
        options={services.map((one) => ({ value: String(one.id), label: serviceLabel(one, formats) }))}
        value={draft.serviceId}
        error={errors?.serviceId}
        onChange={(event) => change({ serviceId: event.target.value, staffId: '' })}
      />
      {service === undefined ? null : <ServiceBox service={service} />}
      <StaffField
        serviceId={draft.serviceId === '' ? null : Number(draft.serviceId)}
        value={draft.staffId}
        onChoose={(person) => change({ staffId: person === null ? '' : String(person.id) })}
      />
    </div>
  );
}
