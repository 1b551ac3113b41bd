import { CreditCard, RotateCw } from 'lucide-react';
import { messageOf } from '../../../lib/api-error.ts';
import { defaultPracticeLocale, formatsOf } from '../../../lib/format.ts';
import { useFormats, usePractice } from '../../../lib/practice.ts';
import { useCommand } from '../../../lib/query.ts';
import { useLeaving } from '../../../lib/use-leaving.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import {
  isBeforeFirstPayment,
  standingOf,
  standingText,
  type Standing,
  type SubscriptionStatus,
} from '../standing.ts';

/** The label of the end of the paid period. */
const endNames: Record<Standing, string> = {
  trial: 'Paid until',
  'trial-over': 'Paid until',
  active: 'Renews on',
  cancelling: 'Ends on',
  past_due: 'Paid until',
  lapsed: 'Ended on',
};

/** The plan, its price, and when it renews or ends. */
function Terms({ status }: { status: SubscriptionStatus }) {
  const practice = usePractice();
  const { date } = useFormats();
  const standing = standingOf(status);
  const { money } = formatsOf({
    ...(practice ?? defaultPracticeLocale),
    ...(status.currency === null ? {} : { currency: status.currency }),
  });
  return (
    <Facts>
      <Fact name="Practice">{practice?.tenant_name}</Fact>
      {status.plan === null ? null : <Fact name="Plan">{status.plan}</Fact>}
      {status.price === null || status.interval === null ? null : (
        <Fact name="Price">
          <span className="figures">
            {money(status.price)} a {status.interval}
          </span>
        </Fact>
      )}
      {status.trial_end_date !== null && !status.has_subscription ? (
        <Fact name={standing === 'trial' ? 'Trial ends' : 'Trial ended'}>{date(status.trial_end_date)}</Fact>
      ) : null}
      {status.period_end === null ? null : isBeforeFirstPayment(status) ? (
        <Fact name="First payment">
          <span className="figures">
            {money(status.price)} on {date(status.period_end)}
          </span>
        </Fact>
      ) : (
        <Fact name={endNames[standing]}>{date(status.period_end)}</Fact>
      )}
    </Facts>
  );
}

/** How to subscribe on an installation without online subscriptions. */
const AskOperator = () => (
  <p className="max-w-prose text-ink-soft">
    To subscribe, please contact your system administrator and give them the name of your practice. This page
    shows the subscription as soon as it has started.
  </p>
);

/** What still works without a subscription. */
const WhatStays = () => (
  <div className="rounded-md bg-attention-soft px-3 py-2">
    <p className="font-semibold">Until then you can’t save anything new. You can still:</p>
    <ul className="mt-1 list-disc pl-5">
      <li>read and export all records</li>
      <li>cancel appointments and refund payments</li>
      <li>sign in, and use everything on this page</li>
    </ul>
  </div>
);

/** 'Subscribe', 'Manage billing' and 'Refresh', whichever apply. */
function Ways({ status }: { status: SubscriptionStatus }) {
  const subscribe = useCommand('subscription/checkout');
  const manage = useCommand('subscription/portal');
  const refresh = useCommand('subscription/refresh');
  const { isLeaving, leaveFor } = useLeaving();
  const onSuccess = ({ url }: { url: string }) => leaveFor(url);
  const { error } = [subscribe, manage, refresh].find(({ isError }) => isError) ?? {};
  const begin = (command: typeof subscribe) => {
    for (const other of [subscribe, manage, refresh]) other.reset();
    command.mutate({}, { onSuccess });
  };
  const isBusy = (command: typeof subscribe) => command.isPending || (isLeaving && command.isSuccess);
  const main = status.can_subscribe ? 'subscribe' : 'manage';
  if (!status.can_subscribe && !status.can_manage) return null;
  return (
    <div className="flex flex-col gap-3">
      {error ? (
        <FormProblem>{messageOf(error, 'Couldn’t reach the card provider. Please try again.')}</FormProblem>
      ) : null}
      <div className="flex flex-wrap gap-2 max-sm:flex-col">
        {status.can_subscribe ? (
          <Button
            size="large"
            variant="primary"
            icon={<CreditCard className="size-4.5" />}
            busy={isBusy(subscribe)}
            busyLabel="Opening..."
            onClick={() => begin(subscribe)}
          >
            Subscribe
          </Button>
        ) : null}
        {status.can_manage ? (
          <>
            <Button
              size="large"
              variant={main === 'manage' ? 'primary' : 'secondary'}
              busy={isBusy(manage)}
              busyLabel="Opening..."
              onClick={() => begin(manage)}
            >
              {standingOf(status) === 'cancelling' ? 'Resume or change' : 'Manage billing'}
            </Button>
            <Button
              size="large"
              variant="quiet"
              icon={<RotateCw className="size-4" />}
              busy={refresh.isPending}
              onClick={() => refresh.mutate({})}
            >
              Refresh
            </Button>
          </>
        ) : null}
      </div>
    </div>
  );
}

/** The state of the subscription, its price, and the actions for it. */
export function StandingCard({ status }: { status: SubscriptionStatus }) {
  const { date } = useFormats();
  const standing = standingOf(status);
  const cannotPayHere = !status.can_subscribe && !status.can_manage && standing !== 'active';
  return (
    <Card>
      <div className="flex flex-col gap-4">
        <p className="max-w-prose">{standingText(status, date)}</p>
        {standing === 'lapsed' ? <WhatStays /> : null}
        <div className="border-y border-line py-1.5">
          <Terms status={status} />
        </div>
        {standing === 'trial' && status.can_subscribe ? (
          <p className="max-w-prose text-ink-soft">
            You can subscribe at any time: the trial is kept, and nothing is charged before it ends.
          </p>
        ) : null}
        <Ways status={status} />
        {cannotPayHere ? <AskOperator /> : null}
      </div>
    </Card>
  );
}
