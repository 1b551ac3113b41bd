import { usePage } from '../../../../lib/page-name.ts';
import { Button } from '../../../../ui/button.tsx';
import { FormProblem } from '../../../../ui/form-problem.tsx';
import { EntranceFrame } from './entrance-frame.tsx';

/** Which practice it is could not be asked: that says nothing about the address. */
export function Unreachable({
  message,
  onRetry,
  retrying,
}: {
  message: string;
  onRetry: () => void;
  retrying: boolean;
}) {
  usePage('Customer Portal');
  return (
    <EntranceFrame title="Customer Portal">
      <div className="flex flex-col gap-4">
        <FormProblem>Couldn’t open the portal. {message}</FormProblem>
        <Button variant="primary" size="large" busy={retrying} busyLabel="Trying..." onClick={onRetry}>
          Try Again
        </Button>
      </div>
    </EntranceFrame>
  );
}
