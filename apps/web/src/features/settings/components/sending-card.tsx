import { useQuery } from '@tanstack/react-query';
import type { OutputOf } from '../../../lib/api.ts';
import { useFormats } from '../../../lib/practice.ts';
import { actionQuery } from '../../../lib/query.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';

type Status = OutputOf<'messages/status'>;

/** One channel: whether it is set up, and how many messages were sent today. */
function Channel({ name, ready, today }: { name: string; ready: boolean; today: string }) {
  return (
    <div className="min-w-0">
      <dt className="flex min-h-6 flex-wrap items-center gap-2 text-sm text-ink-soft">
        {name}
        <Badge tone={ready ? 'confirmed' : 'pending'}>{ready ? 'Ready' : 'Not set up'}</Badge>
      </dt>
      <dd className="figures mt-0.5 text-lg font-semibold">{today}</dd>
    </div>
  );
}

/** Why messages are not being sent, in sentences. */
function obstacles({ sms, email, sms_today: sent, sms_daily_cap: cap }: Status): string[] {
  return [
    sms ? '' : 'Texts are not sent. Ask your system administrator to set up an SMS provider.',
    email ? '' : 'Emails are not sent. Ask your system administrator to set up a mail server.',
    sms && sent >= cap ? 'Daily text limit reached: no more will be sent today.' : '',
  ].filter((sentence) => sentence !== '');
}

/** Whether messages can be sent, and how many were sent today. */
export function SendingCard() {
  const { number } = useFormats();
  const query = useQuery(actionQuery('messages/status', {}));
  return (
    <Card title="Sending">
      <QueryView query={query} skeleton={<SkeletonRows rows={1} />} failure="Couldn’t load delivery status">
        {(status) => (
          <>
            <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-3">
              <Channel
                name="SMS"
                ready={status.sms}
                today={`${number(status.sms_today)} of ${number(status.sms_daily_cap)} today`}
              />
              <Channel name="Email" ready={status.email} today={`${number(status.email_today)} today`} />
              <div>
                <dt className="flex min-h-6 items-center text-sm text-ink-soft">Queued</dt>
                <dd className="figures mt-0.5 text-lg font-semibold">{number(status.waiting)}</dd>
              </div>
            </dl>
            {obstacles(status).map((sentence) => (
              <p key={sentence} className="mt-3 rounded-md bg-pending-soft px-3 py-2 text-pending">
                {sentence}
              </p>
            ))}
          </>
        )}
      </QueryView>
    </Card>
  );
}
