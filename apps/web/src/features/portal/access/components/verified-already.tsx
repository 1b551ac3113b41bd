import { Button } from '../../../../ui/button.tsx';
import { readablePhone } from '../phone-number.ts';
import { QuietButton } from './quiet-button.tsx';

/** The code was used: the way on is the next step, not another code. */
export const VerifiedAlready = ({
  phone,
  onContinue,
  onBack,
}: {
  phone: string;
  onContinue: () => void;
  onBack: () => void;
}) => (
  <div className="flex flex-col gap-4">
    <p>
      <strong className="figures whitespace-nowrap">{readablePhone(phone)}</strong> is verified.
    </p>
    <Button variant="primary" size="large" onClick={onContinue}>
      Continue
    </Button>
    <QuietButton onClick={onBack}>Back</QuietButton>
  </div>
);
