import type { BookableService, BookingPageView } from '@burrow/contracts/booking-page';
import { useState } from 'react';
import { call } from './call.ts';
import { emptyDraft, type Draft } from './draft.ts';
import { kept } from './kept.ts';
import { keepSession, type SignedIn } from './session.ts';
import { draftKey, type Visitor } from './visitor.ts';

/** An appointment that was requested here. */
export interface Requested {
  date: string;
  time: string;
  serviceName: string;
  /** '' if it is not known, such as in another tab after a payment. */
  petName: string;
  minutes: number;
  bookingId: number | null;
  /** The deposit that was paid; null for none. */
  paid: string | null;
}

/** What the visitor has chosen and typed, which a reload and a lost time keep; their session; and the practice. */
export function useBooking(sent: BookingPageView, visitor: Visitor | null) {
  const [practice, setPractice] = useState(sent.practice);
  const view = { ...sent, practice };
  const { is_embedded: isEmbedded } = view;
  const { tenant_id: tenantId } = practice;
  const [draft, setDraft] = useState<Draft>(visitor?.draft ?? { ...emptyDraft, serviceId: view.service_id });
  const [session, setSession] = useState(visitor?.session ?? null);
  const [requested, setRequested] = useState<Requested | null>(null);
  /** The time that was taken while the visitor filled in the rest. */
  const [lost, setLost] = useState<{ date: string; time: string; reason: string } | null>(null);
  const service: BookableService | null = practice.services.find(({ id }) => id === draft.serviceId) ?? null;
  const change = (changes: Partial<Draft>) =>
    setDraft((before) => {
      const next = { ...before, ...changes };
      kept.write(draftKey(tenantId), next);
      return next;
    });
  return {
    view,
    /** Reads the practice again, which has changed since the page was sent. */
    readPractice: async () => setPractice(await call('book/practice', { tenant_id: tenantId })),
    draft,
    service,
    change,
    session,
    keepSession: (next: SignedIn | null) => {
      keepSession(tenantId, isEmbedded, next);
      setSession(next);
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
      setLost({ date: draft.date, time: draft.time, reason });
      change({ date: '', time: '' });
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
  { draft, service }: Pick<Booking, 'draft' | 'service'>,
  bookingId: number | null,
  paid: string | null,
): Requested => ({
  date: draft.date,
  time: draft.time,
  petName: draft.petName.trim(),
  bookingId,
  paid,
  serviceName: service?.name ?? '',
  minutes: service?.duration_minutes ?? 0,
});
