import { useState } from 'react';
import { formText } from '../../../../lib/form-text.ts';
import { Button } from '../../../../ui/button.tsx';
import { shortWait } from '../countdown.ts';
import { isSameNumber, phoneProblem } from '../phone-number.ts';
import { AccessForm } from './access-form.tsx';
import { PhoneField } from './phone-field.tsx';
import { QuietButton } from './quiet-button.tsx';

interface PhoneStepProps {
  british: boolean;
  /** To begin with. */
  phone: string;
  /** The number that has to wait for another code; '' for none. */
  askedFor: string;
  /** The number that a code went to last; '' for none. */
  sentTo: string;
  /** Until another code can be sent to `askedFor`. */
  secondsLeft: number;
  busy: boolean;
  problem: string | null;
  onSend: (phone: string) => void;
  /** To where the code is entered. */
  onHaveCode: () => void;
}

/** Asks for the mobile number and has a code sent to it. */
export function PhoneStep({
  british,
  phone,
  askedFor,
  sentTo,
  secondsLeft,
  busy,
  problem,
  onSend,
  onHaveCode,
}: PhoneStepProps) {
  const [typed, setTyped] = useState(phone);
  const [errors, setErrors] = useState<{ phone: string } | null>(null);
  const hasCode = sentTo !== '' && isSameNumber(typed, sentTo);
  const waiting = secondsLeft > 0 && isSameNumber(typed, askedFor);

  function submit(data: FormData) {
    if (busy || waiting) return;
    const number = formText(data, 'phone').trim();
    const wrong = phoneProblem(number, british);
    setErrors(wrong === null ? null : { phone: wrong });
    if (wrong === null) onSend(number);
  }

  return (
    <AccessForm errors={errors} problem={errors === null ? problem : null} onSubmit={submit}>
      <PhoneField
        british={british}
        autoComplete="tel"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={errors?.phone}
        hint="We will send a code to it by text message."
      />
      <Button
        variant="primary"
        size="large"
        type="submit"
        className="figures"
        disabled={waiting}
        busy={busy}
        busyLabel="Sending..."
      >
        {waiting ? `Send Code (${shortWait(secondsLeft)})` : 'Send Code'}
      </Button>
      {hasCode ? <QuietButton onClick={onHaveCode}>I already have a code</QuietButton> : null}
    </AccessForm>
  );
}
