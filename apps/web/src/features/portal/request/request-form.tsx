import type { PortalAnimal, PortalService } from '@burrow/contracts/portal';
import { CalendarCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { ApiError, messageOf } from '../../../lib/api-error.ts';
import type { Formats } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { useFocusFirstWrong } from '../../../ui/focus-first-wrong.ts';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { PortalButtonLink } from '../portal-links.tsx';
import { usePortalFormats, usePortalPractice } from '../portal-practice.ts';
import { RequestsClosed } from './requests-closed.tsx';
import { ServiceBox } from './service-box.tsx';
import { useRequest, type RequestChoices, type RequestState } from './use-request.ts';
import { WhenFields } from './when-fields.tsx';

const petLabel = ({ animal_name: name, breed }: PortalAnimal): string =>
  breed ? `${name} (${breed})` : name;

const serviceLabel = (service: PortalService, { money }: Formats): string =>
  `${service.name} – ${money(service.base_price)} – ${service.duration_minutes} mins`;

/** For which pet, and what. */
function WhatFields({
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
        onChange={(event) => change({ serviceId: event.target.value })}
      />
      {service === undefined ? null : <ServiceBox service={service} />}
    </div>
  );
}

/** The chosen day and time once both are, and what the practice asks for. */
function Summary({ when }: { when: string | null }) {
  const practice = usePortalPractice();
  const { money } = usePortalFormats();
  return (
    <>
      {when === null ? null : (
        <section
          aria-label="Selected Appointment"
          className="flex items-center gap-3 rounded-lg border border-brand/30 bg-brand-soft px-4 py-3"
        >
          <CalendarCheck aria-hidden="true" className="size-6 shrink-0 text-brand" />
          <div className="min-w-0">
            <h2 className="text-sm font-semibold text-ink-soft">Selected Appointment</h2>
            <p className="figures font-bold">{when}</p>
          </div>
        </section>
      )}
      {practice?.deposit_required === '1' ? (
        <p className="text-sm text-ink-soft">
          The practice asks for a deposit of {money(practice.deposit_amount)} and will tell you how to pay it.
        </p>
      ) : null}
    </>
  );
}

/** Why the request could not be sent, where the page begins; what was typed stays below. */
function RequestProblem({ error }: { error: Error | null }) {
  const banner = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error !== null) banner.current?.focus();
  }, [error]);
  if (error === null) return null;
  return (
    <div ref={banner} tabIndex={-1} className="scroll-mt-4 rounded-md outline-none">
      <FormProblem>{messageOf(error, 'Failed to create booking request')}</FormProblem>
    </div>
  );
}

/** 'Request Appointment': for whom, what, when, and a word to the practice. */
export function RequestForm({
  pets,
  services,
  onSent,
}: RequestChoices & { onSent: (summary: string) => void }) {
  const formats = usePortalFormats();
  const whenOf = (date: string, time: string) => `${formats.longDay(date)} at ${formats.time(time)}`;
  const request = useRequest({ pets, services }, ({ date, time }) => onSent(whenOf(date, time)));
  const { draft, change, busy, error, isLost } = request;
  const form = useRef<HTMLFormElement>(null);
  useFocusFirstWrong(form, request.errors);
  const service = services.find(({ id }) => String(id) === draft.serviceId);
  const isChosen = draft.date !== '' && draft.time !== '' && !isLost;
  if (error instanceof ApiError && error.subscriptionRequired) {
    return (
      <RequestsClosed title="Appointments cannot be requested here at the moment">
        Please contact the practice to make one.
      </RequestsClosed>
    );
  }
  return (
    <form
      noValidate
      ref={form}
      aria-label="Request Appointment"
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        request.submit();
      }}
    >
      <RequestProblem error={error} />
      <Card title="What is it for?">
        <WhatFields {...{ request, pets, services, service }} />
      </Card>
      <Card title="When?">
        <WhenFields request={request} serviceName={service?.name ?? null} />
      </Card>
      <Card>
        <TextArea
          label="Additional Notes"
          rows={4}
          maxLength={5000}
          value={draft.notes}
          onChange={(event) => change({ notes: event.target.value })}
        />
      </Card>
      <Summary when={isChosen ? whenOf(draft.date, draft.time) : null} />
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <PortalButtonLink size="large" to={paths.appointments} onClick={request.forget}>
          Cancel
        </PortalButtonLink>
        <Button size="large" variant="primary" type="submit" busy={busy} busyLabel="Submitting...">
          Request Appointment
        </Button>
      </div>
    </form>
  );
}
