import type { BookableService, BookingPageView } from '@burrow/contracts/booking-page';
import { useState } from 'react';
import { ApiError } from '../lib/api-error.ts';
import { call } from './call.ts';
import { usePeople } from './choose-person.tsx';
import { emptyDraft, type Draft } from './draft.ts';
import { kept } from './kept.ts';
import type { Proved } from './phone-proof.tsx';
import { keepSession, type SignedIn } from './session.ts';
import { draftKey, type Visitor } from './visitor.ts';

/** An appointment that was requested here. */
export interface Requested {
  date: string;
  time: string;
  /** '' for a service that the practice has withdrawn since. */
  serviceName: string;
  /** '' if it is not known, such as in another tab after a payment. */
  petName: string;
  /** 0 if it is not known. */
  minutes: number;
  bookingId: number | null;
  /** The deposit that was paid; null for none. */
  paid: string | null;
}

/** What can't be chosen any more, such as in yesterday's draft. */
type Gone = 'service' | 'person' | null;

const without = (gone: Gone, draft: Draft): Draft => {
  if (gone === null) return draft;
  const serviceId = gone === 'service' ? null : draft.serviceId;
  return { ...draft, serviceId, staffId: null, date: '', time: '' };
};

export type NewNumber = Extract<Proved, { is_new: true }>;

/** What the visitor has chosen and typed, which a reload and a lost time keep; their session; and the practice. */
export function useBooking(sent: BookingPageView, visitor: Visitor | null) {
  const [practice, setPractice] = useState(sent.practice);
  const view = { ...sent, practice };
  const { is_embedded: isEmbedded } = view;
  const { tenant_id: tenantId } = practice;
  const [written, setWritten] = useState<Draft>(
    visitor?.draft ?? { ...emptyDraft, serviceId: view.service_id },
  );
  const [session, setSession] = useState(visitor?.session ?? null);
  /** A proved number that the practice doesn't know, until its client is created; it stays while another time is chosen. */
  const [newNumber, setNewNumber] = useState<NewNumber | null>(null);
  const [requested, setRequested] = useState<Requested | null>(null);
  /** Why the time that was chosen can't be had any more. */
  const [lost, setLost] = useState<string | null>(null);
  const service: BookableService | null =
    practice.services.find(({ id }) => id === written.serviceId) ?? null;
  const people = usePeople(view, service?.id ?? null);
  const person = people?.find(({ id }) => id === written.staffId) ?? null;
  const isServiceGone = written.serviceId !== null && service === null;
  const isPersonGone = people !== undefined && written.staffId !== null && person === null;
  const gone = isServiceGone ? 'service' : isPersonGone ? 'person' : null;
  const draft = without(gone, written);
  const change = (changes: Partial<Draft>) =>
    setWritten((before) => {
      const next = { ...without(gone, before), ...changes };
      kept.write(draftKey(tenantId), next);
      return next;
    });
  return {
    view,
    /** Who can be chosen for the service. */
    people: people ?? [],
    person,
    /** Reads the practice again, which may have changed since the page was sent. @returns it as it is now */
    readPractice: async () => {
      const now = await call('book/practice', { tenant_id: tenantId }).catch((error: unknown) => {
        // The page was switched off.
        if (error instanceof ApiError && error.status === 404) return { ...practice, requests_open: false };
        throw error;
      });
      setPractice(now);
      return now;
    },
    draft,
    service,
    /** Which choice the draft has lost, because it can’t be requested any more. */
    gone,
    change,
    newNumber,
    setNewNumber,
    session,
    keepSession: (next: SignedIn | null) => {
      keepSession(tenantId, isEmbedded, next);
      setSession(next);
      setNewNumber(null);
    },
    /** Forgets a session that has ended; one that began since stays. */
    endSession: (apiKey: string) =>
      setSession((before) => {
        if (before?.auth.apiKey !== apiKey) return before;
        keepSession(tenantId, isEmbedded, null);
        return null;
      }),
    lost,
    /** The time is gone; everything else stays. */
    loseTime: (reason: string) => {
      setLost(reason);
      change({ time: '' });
    },
    chooseTime: (date: string, time: string) => {
      setLost(null);
      change({ date, time });
    },
    requested,
    /** Forgets the draft, which is an appointment now. */
    finish: (done: Requested) => {
      kept.write(draftKey(tenantId), null);
      setRequested(done);
    },
    /** Begins another one, with what is known of the visitor. */
    again: () => {
      setRequested(null);
      const { phone, name, email } = draft;
      change({ ...emptyDraft, phone, name, email });
    },
  };
}

export type Booking = ReturnType<typeof useBooking>;

/** The appointment of a draft that was sent. */
export const requestedIn = (
  { draft, service, person }: Pick<Booking, 'draft' | 'service' | 'person'>,
  bookingId: number | null,
  paid: string | null,
): Requested => ({
  date: draft.date,
  time: draft.time,
  petName: draft.petName.trim(),
  bookingId,
  paid,
  serviceName: service?.name ?? '',
  minutes: person?.duration_minutes ?? service?.duration_minutes ?? 0,
});
