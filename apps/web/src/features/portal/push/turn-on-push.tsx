import { Bell } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { useCommand } from '../../../lib/query.ts';
import { Button } from '../../../ui/button.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { subscribeBrowser } from './browser-push.ts';

const blocked =
  'Your browser blocks notifications from this site. Allow them in its settings, then try again.';

/** The button that turns notifications on for this device, and why it didn't work. */
export function TurnOnPush({ publicKey, onDone }: { publicKey: string; onDone: () => void }) {
  const subscribe = useCommand('cp/push/subscribe');
  const [problem, setProblem] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const turnOn = async () => {
    setProblem(null);
    setAsking(true);
    try {
      const input = await subscribeBrowser(publicKey);
      if (input === null) return setProblem(blocked);
      await subscribe.mutateAsync(input);
      onDone();
    } catch (error) {
      setProblem(messageOf(error, 'Couldn’t turn on notifications. Please try again.'));
    } finally {
      setAsking(false);
    }
  };
  return (
    <>
      {problem === null ? null : <FormProblem>{problem}</FormProblem>}
      <Button
        variant="primary"
        busy={asking}
        busyLabel="Turning on..."
        icon={<Bell aria-hidden="true" className="size-4" />}
        onClick={() => void turnOn()}
      >
        Turn on notifications
      </Button>
    </>
  );
}
