import type { OutputOf } from '@burrow/contracts/actions';
import type { BookablePractice } from '@burrow/contracts/booking-page';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { codeDigits, codeProblem } from '../features/portal/access/code-check.ts';
import { shortWait, useCountdown } from '../features/portal/access/countdown.ts';
import { accessFailure, justGotCode, secondsToWait } from '../features/portal/access/failure-texts.ts';
import { phoneLabel, phoneProblem, readablePhone } from '../features/portal/access/phone-number.ts';
import { Button } from '../ui/button.tsx';
import { FormProblem } from '../ui/form-problem.tsx';
import { TextField } from '../ui/text-field.tsx';
import { call } from './call.ts';

export type Proved = OutputOf<'cp/code/verify'>;

/** A number that a code was sent to, and when another can be sent. */
interface Sent {
  phone: string;
  /** Milliseconds since 1970. */
  againAt: number;
  clientsOnly: boolean;
}

interface PhoneProofProps {
  practice: BookablePractice;
  phone: string;
  onPhone: (phone: string) => void;
  onProved: (proved: Proved) => void;
}

/** Sends codes to the visitor's number. */
function useCodeSending(practice: BookablePractice, phone: string) {
  const [sent, setSent] = useState<Sent | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const british = practice.uk_mobile;
  const send = async () => {
    if (busy) return;
    const wrong = phoneProblem(phone, british);
    setProblem(wrong);
    if (wrong !== null) return;
    setBusy(true);
    try {
      const answer = await call('cp/code/start', { tenant_id: practice.tenant_id, phone: phone.trim() });
      setSent({
        phone,
        againAt: Date.now() + answer.resend_after * 1000,
        clientsOnly: answer.clients_only,
      });
    } catch (error) {
      const wait = secondsToWait(error);
      // A reload forgets that a code was sent; it can still be entered.
      if (justGotCode(error) && wait !== null) {
        setSent({ phone, againAt: Date.now() + wait * 1000, clientsOnly: false });
      } else setProblem(accessFailure('signup-start', error, british));
    } finally {
      setBusy(false);
    }
  };
  return {
    sent,
    busy,
    problem,
    send: () => void send(),
    forgetProblem: () => setProblem(null),
    back: () => {
      setSent(null);
      setProblem(null);
    },
  };
}

type CodeSending = ReturnType<typeof useCodeSending>;

/** Texts a code to the visitor's number, and checks it. */
export function PhoneProof({ practice, phone, onPhone, onProved }: PhoneProofProps) {
  const sending = useCodeSending(practice, phone);
  if (sending.sent !== null) {
    return <EnterCode {...{ practice, sending, onProved }} sent={sending.sent} />;
  }
  return (
    <form
      noValidate
      className="flex max-w-md flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        sending.send();
      }}
    >
      <p>
        To make sure the appointment is yours, we’ll text a code to your mobile. You don’t need an account.
      </p>
      <TextField
        label={phoneLabel(practice.uk_mobile)}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        required
        value={phone}
        error={sending.problem ?? undefined}
        onChange={(event) => {
          onPhone(event.target.value);
          sending.forgetProblem();
        }}
      />
      <Button variant="primary" size="large" type="submit" busy={sending.busy} busyLabel="Sending...">
        Text me a code
      </Button>
    </form>
  );
}

/** A code as it is typed, and whether it is the one that was sent. */
function useCodeCheck(practice: BookablePractice, { phone }: Sent, onProved: (proved: Proved) => void) {
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const check = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const wrong = codeProblem(code);
    setProblem(wrong);
    if (wrong !== null) return;
    setBusy(true);
    try {
      onProved(await call('cp/code/verify', { tenant_id: practice.tenant_id, phone: phone.trim(), code }));
    } catch (error) {
      setProblem(accessFailure('signup-verify', error));
      input.current?.select();
    } finally {
      setBusy(false);
    }
  };
  return {
    busy,
    check: (event: FormEvent) => void check(event),
    field: {
      ref: input,
      value: code,
      error: problem ?? undefined,
      onChange: (event: { target: { value: string } }) => {
        setCode(codeDigits(event.target.value));
        setProblem(null);
      },
    },
  };
}

function EnterCode({
  practice,
  sent,
  sending,
  onProved,
}: {
  practice: BookablePractice;
  sent: Sent;
  sending: CodeSending;
  onProved: (proved: Proved) => void;
}) {
  const { busy, check, field } = useCodeCheck(practice, sent, onProved);
  return (
    <form noValidate className="flex max-w-md flex-col gap-4" onSubmit={check}>
      <p role="status">
        We sent a 6-digit code to{' '}
        <strong className="figures whitespace-nowrap">{readablePhone(sent.phone)}</strong>.
        {sent.clientsOnly
          ? ' At the moment, only existing clients can get codes. If yours doesn’t arrive, please contact the practice.'
          : ''}
      </p>
      <FormProblem>{sending.problem}</FormProblem>
      <TextField
        {...field}
        label="Verification code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        inputClassName="figures text-center text-xl! font-semibold tracking-[0.35em]"
      />
      <Button variant="primary" size="large" type="submit" busy={busy} busyLabel="Checking...">
        Continue
      </Button>
      <OtherCode againAt={sent.againAt} sending={sending} />
    </form>
  );
}

const OtherCode = ({ againAt, sending }: { againAt: number; sending: CodeSending }) => {
  const wait = useCountdown(againAt);
  return (
    <div className="-ml-3.5 flex flex-wrap gap-x-2">
      <Button
        variant="quiet"
        className="figures disabled:text-ink-soft disabled:opacity-100"
        disabled={wait > 0}
        busy={sending.busy}
        onClick={sending.send}
      >
        {wait > 0 ? `Send another code (${shortWait(wait)})` : 'Send another code'}
      </Button>
      <Button variant="quiet" onClick={sending.back}>
        Use another number
      </Button>
    </div>
  );
};
