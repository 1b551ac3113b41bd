import { useQuery } from '@tanstack/react-query';
import { LifeBuoy } from 'lucide-react';
import { messageOf } from '../../lib/api-error.ts';
import { absolute, paths } from '../../lib/paths.ts';
import { useFormats } from '../../lib/practice.ts';
import { useCommand } from '../../lib/query.ts';
import { sessionStore, useSession } from '../../lib/session-store.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { sessionQuery } from './queries.ts';

/** Shows when support access ends, with a button that ends it now. */
export function SupportBanner() {
  const session = useSession();
  const formats = useFormats();
  const me = useQuery(sessionQuery);
  const end = useCommand('team/disable');
  const until = me.data?.support_until;
  if (!until) return null;

  function endNow() {
    end.mutate(
      { staff_id: session.userId },
      {
        onSuccess: () => {
          // Another tab may have signed in again in the meantime.
          if (sessionStore.get()?.apiKey === session.apiKey) sessionStore.expire();
          window.location.assign(absolute(paths.superadmin));
        },
      },
    );
  }

  return (
    <Banner
      tone="warning"
      icon={<LifeBuoy />}
      action={
        <Button size="small" busy={end.isPending} busyLabel="Ending..." onClick={endNow}>
          End now
        </Button>
      }
    >
      <p className="font-semibold">Support access until {formats.timeOf(until)}</p>
      <p className="text-sm">
        {end.isError
          ? messageOf(end.error, 'Couldn’t end support access. Please try again.')
          : 'Everything you do here is recorded in the practice’s audit log.'}
      </p>
    </Banner>
  );
}
