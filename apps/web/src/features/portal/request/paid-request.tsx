import { SeeAppointments } from '../appointments/see-appointments.tsx';

/** For somebody who paid and never came back to the page that says so. */
export const PaidRequest = () => (
  <p role="status" className="rounded-md bg-brand-soft px-3 py-2">
    Your deposit is paid and the appointment is requested. <SeeAppointments />
  </p>
);
