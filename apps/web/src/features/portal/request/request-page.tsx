import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { messageOf } from '../../../lib/api-error.ts';
import { usePage } from '../../../lib/page-name.ts';
import { paths } from '../../../lib/paths.ts';
import { Card } from '../../../ui/card.tsx';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { BackLink } from '../back-link.tsx';
import { usePets } from '../pets/queries.ts';
import { usePortalAddress } from '../portal-links.tsx';
import { portalPracticeQuery } from '../portal-practice.ts';
import { portalServicesQuery, useRequestsOpen } from '../requests-open.ts';
import { RequestForm } from './request-form.tsx';
import { RequestSent } from './request-sent.tsx';
import { usePaidRequest } from './use-paid-request.ts';
import { NotTakingRequests, PetsInactive, RequestsClosed } from './requests-closed.tsx';

/** What a request is made of, as far as it has been read. */
function useAnswers() {
  const answers = {
    practice: useQuery(portalPracticeQuery),
    pets: usePets(),
    services: useQuery(portalServicesQuery),
  };
  const { pets } = answers;
  const [params] = useSearchParams();
  const wanted = params.get('animal_id');
  const isFresh = pets.isFetchedAfterMount && !pets.isError;
  // What was known of the pets may be from before one was added: nobody is led away by it.
  const isEnough =
    isFresh ||
    pets.data?.some(({ id, active }) => active === '1' && (wanted === null || String(id) === wanted));
  const all = Object.values(answers);
  return {
    practice: answers.practice.data,
    pets: isEnough ? pets.data : undefined,
    services: answers.services.data,
    // One that failed before is being read again.
    failed: all.filter(({ isError, isFetchedAfterMount }) => isError && isFetchedAfterMount),
  };
}

/** The form, once it is known what can be asked for, and for which pet. */
function NewRequest({ onSent }: { onSent: (summary: string) => void }) {
  const address = usePortalAddress();
  const open = useRequestsOpen();
  const { practice, pets, services, failed } = useAnswers();
  const paid = usePaidRequest();
  if (practice?.requests_open === false) return <NotTakingRequests />;
  if (open === false) {
    return (
      <RequestsClosed title="No services to request yet">
        Please contact the practice to make an appointment.
      </RequestsClosed>
    );
  }
  if (practice && pets && services && open && paid !== 'looking') {
    if (pets.length === 0) return <Navigate replace to={address(`${paths.petCreate}?for=appointment`)} />;
    const active = pets.filter((pet) => pet.active === '1');
    if (active.length === 0) return <PetsInactive pets={pets} />;
    return <RequestForm pets={active} services={services} isPaid={paid === 'requested'} onSent={onSent} />;
  }
  return (
    <Card flush={failed.length === 0}>
      {failed.length > 0 ? (
        <ErrorPanel
          boxed
          title="Failed to load booking information"
          onRetry={() => failed.forEach((answer) => void answer.refetch())}
          retrying={failed.some((answer) => answer.isFetching)}
        >
          {messageOf(failed[0]?.error, '')}
        </ErrorPanel>
      ) : (
        <SkeletonRows rows={6} />
      )}
    </Card>
  );
}

/** An appointment to ask for (/cp/booking/create). `?animal_id=` says for which pet. */
export function RequestPage() {
  usePage('Request Appointment');
  const [sent, setSent] = useState<string | null>(null);
  if (sent !== null) return <RequestSent summary={sent} />;
  return (
    <div className="flex flex-col gap-4">
      <BackLink to={paths.appointments}>Back to Appointments</BackLink>
      <h1 className="text-xl font-bold">Request Appointment</h1>
      <NewRequest onSent={setSent} />
    </div>
  );
}
