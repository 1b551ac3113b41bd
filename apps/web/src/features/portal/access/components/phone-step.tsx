import { useForm } from '../../../../lib/use-form.ts';
import { Button } from '../../../../ui/button.tsx';
import { shortWait } from '../countdown.ts';
import { isSameNumber, phoneProblem } from '../phone-number.ts';
import { AccessForm } from './access-form.tsx';
import { PhoneField } from './phone-field.tsx';
import { QuietButton } from './quiet-button.tsx';

interface PhoneStepProps {
  british: boolean;
  /** The initial number. */
  phone: string;
  /** The number for which another code cannot be sent yet; '' for none. */
  askedFor: string;
  /** The number the last code was sent to; '' for none. */
  sentTo: string;
  /** When another code can be sent to `askedFor`. */
  secondsLeft: number;
  busy: boolean;
  problem: string | null;
  onSend: (phone: string) => void;
  /** Opens the step where the code is entered. */
  onHaveCode: () => void;
}

/** Asks for the mobile number and sends it a code. */
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
  const form = useForm({
    draft: null,
    values: { phone },
    check: (values) => ({ phone: phoneProblem(values.phone, british) ?? undefined }),
    busy,
    send: async (values) => {
      if (!waiting) onSend(values.phone.trim());
    },
    // The parent sends the code and passes errors in `problem`.
    failure: '',
  });
  const hasCode = sentTo !== '' && isSameNumber(form.values.phone, sentTo);
  const waiting = secondsLeft > 0 && isSameNumber(form.values.phone, askedFor);
  return (
    <AccessForm form={form} problem={form.errors.phone === undefined ? problem : null}>
      <PhoneField
        {...form.field('phone')}
        british={british}
        autoComplete="tel"
        hint="We’ll text a code to this number."
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
