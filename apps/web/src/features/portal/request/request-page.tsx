import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate } from 'react-router-dom';
import { messageOf } from '../../../lib/api-error.ts';
import { usePage } from '../../../lib/page-name.ts';
import { paths } from '../../../lib/paths.ts';
import { actionQuery } from '../../../lib/query.ts';
import { Card } from '../../../ui/card.tsx';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { BackLink } from '../back-link.tsx';
import { usePets } from '../pets/queries.ts';
import { usePortalAddress } from '../portal-links.tsx';
import { portalPracticeQuery } from '../portal-practice.ts';
import { RequestForm } from './request-form.tsx';
import { RequestSent } from './request-sent.tsx';
import { RequestsClosed } from './requests-closed.tsx';

/** The form, once it is known what can be asked for, and for which pet. */
function NewRequest({ onSent }: { onSent: (summary: string) => void }) {
  const address = usePortalAddress();
  const answers = {
    practice: useQuery(portalPracticeQuery),
    pets: usePets(),
    services: useQuery(actionQuery('cp/booking_services', {})),
  };
  const { practice, pets, services } = answers;
  if (practice.data?.requests_open === false) {
    return (
      <RequestsClosed title="Appointments cannot be requested here at the moment">
        Please contact the practice to make one.
      </RequestsClosed>
    );
  }
  if (practice.data && pets.data && services.data) {
    const active = pets.data.filter((pet) => pet.active === '1');
    if (active.length === 0) return <Navigate replace to={address(`${paths.petCreate}?for=appointment`)} />;
    if (services.data.length === 0) {
      return (
        <RequestsClosed title="There is nothing to request here yet">
          Please contact the practice to make an appointment.
        </RequestsClosed>
      );
    }
    return <RequestForm pets={active} services={services.data} onSent={onSent} />;
  }
  const failed = Object.values(answers).filter((answer) => answer.isError);
  return (
    <Card flush>
      {failed.length > 0 ? (
        <ErrorPanel
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
