import type { PortalAnimal, PortalService } from '@burrow/contracts/portal';
import type { Formats } from '../../../lib/format.ts';
import { Select } from '../../../ui/select.tsx';
import { usePortalFormats } from '../portal-practice.ts';
import type { RequestChoices, RequestState } from './use-request.ts';
import type { Staff, StaffChoice } from './use-staff.ts';

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

/**
 * Lets a pet owner choose a person, if the practice offers more than one for the service. Says if the chosen one is no longer
 * offered.
 */
export function StaffField({
  staff: { people, isGone },
  value,
  emptyLabel = 'Anyone',
  onChoose,
}: {
  staff: Staff;
  /** '' for no choice. */
  value: string;
  emptyLabel?: string;
  onChoose: (person: StaffChoice | null) => void;
}) {
  const isChoice = people.length > 1;
  return (
    <>
      {isChoice ? (
        <Select
          label="Who would you like to see?"
          emptyLabel={emptyLabel}
          options={people.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={value}
          onChange={({ target }) => onChoose(people.find(({ id }) => String(id) === target.value) ?? null)}
        />
      ) : null}
      <p role="status" className={isGone ? 'rounded-md bg-pending-soft px-3 py-2 text-sm' : 'sr-only'}>
        {isGone
          ? `The person you chose is no longer available. ${isChoice ? `Choose another, or keep “${emptyLabel}”.` : ''}`
          : ''}
      </p>
    </>
  );
}

/** The fields for pet, service and person. */
export function WhatFields({
  request: { draft, staff, errors, change },
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
        staff={staff}
        value={draft.staffId}
        onChoose={(person) => change({ staffId: person === null ? '' : String(person.id) })}
      />
    </div>
  );
}
