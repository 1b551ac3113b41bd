import type { DeskWant, Waitlist } from '@burrow/contracts/waitlist';
import { useQuery } from '@tanstack/react-query';
import { Moon, Plus, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { usePage } from '../../../lib/page-name.ts';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { actionQuery } from '../../../lib/query.ts';
import { useSession } from '../../../lib/session-store.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { FreedCard } from '../components/freed-card.tsx';
import { OffersCard } from '../components/offers-card.tsx';
import { WantsCard } from '../components/wants-card.tsx';
import type { OfferedTime } from '../forms/offer-dialog.tsx';
import { NewWantDialog } from '../forms/want-dialog.tsx';

const modes: Record<Waitlist['mode'], string> = {
  automatic: 'Times that come free are offered automatically, one client after another.',
  staff: 'When a time comes free, you choose who to offer it to.',
  off: '',
};

/** Why nothing is offered at the moment. */
function Standstill({ mode, can_send: canSend, quiet_until: quietUntil }: Waitlist) {
  const formats = useFormats();
  const { role } = useSession();
  if (mode === 'off') {
    return (
      <Banner
        tone="info"
        icon={<TriangleAlert />}
        action={
          role === 'admin' ? (
            <ButtonLink size="small" to={paths.settings('booking')}>
              Open settings
            </ButtonLink>
          ) : null
        }
      >
        The waitlist is off: clients can’t join it, and no times are offered.
      </Banner>
    );
  }
  if (!canSend) {
    return (
      <Banner tone="warning" icon={<TriangleAlert />}>
        Offers can’t be sent. Texts and emails aren’t set up or have reached their daily limit, or the server
        has no public address.
      </Banner>
    );
  }
  if (quietUntil === null) return null;
  return (
    <Banner tone="info" icon={<Moon />}>
      Quiet hours: no offers are sent until {formats.timeOf(quietUntil)}. Times that come free now can be
      booked online by any client.
    </Banner>
  );
}

/** What the waitlist filled this month. */
function FilledCard() {
  const formats = useFormats();
  const query = useQuery(actionQuery('reports/gaps_filled', { period: 'month' }));
  return (
    <Card title="This month">
      <QueryView query={query} skeleton={<SkeletonRows rows={3} />} failure="Couldn’t load the figures">
        {(gaps) => (
          <Facts>
            <Fact name="Times that came free">{formats.number(gaps.freed)}</Fact>
            <Fact name="Offers made">{formats.number(gaps.offers)}</Fact>
            <Fact name="Filled">
              {formats.number(gaps.filled)} · {formats.number(gaps.filled_minutes)} min
            </Fact>
            {gaps.moved > 0 ? <Fact name="Moved earlier">{formats.number(gaps.moved)}</Fact> : null}
            {gaps.value === null ? null : <Fact name="Value">{formats.money(gaps.value)}</Fact>}
          </Facts>
        )}
      </QueryView>
    </Card>
  );
}

function Lists({ waitlist }: { waitlist: Waitlist }) {
  const [offered, setOffered] = useState<{ want: DeskWant; begin: OfferedTime | null } | null>(null);
  return (
    <>
      <Standstill {...waitlist} />
      <FreedCard times={waitlist.freed_times} onOffer={(want, begin) => setOffered({ want, begin })} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <WantsCard wants={waitlist.wants} offered={offered} onOffered={setOffered} />
        <div className="flex flex-col gap-4">
          <OffersCard offers={waitlist.offers} />
          <FilledCard />
        </div>
      </div>
    </>
  );
}

/** Clients who wait for a time, and offers of times that came free (/admin/waitlist). */
export function WaitlistPage() {
  usePage('Waitlist');
  const query = useQuery(actionQuery('waitlist', {}));
  const [adding, setAdding] = useState(false);
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title="Waitlist"
        subtitle={query.data ? modes[query.data.mode] : ''}
        actions={
          <Button
            variant="primary"
            icon={<Plus aria-hidden="true" className="size-4" />}
            onClick={() => setAdding(true)}
          >
            Add to waitlist
          </Button>
        }
      />
      <QueryView
        query={query}
        skeleton={
          <Card title="Waiting" flush>
            <SkeletonRows rows={4} label="Loading the waitlist..." />
          </Card>
        }
        failure="Couldn’t load the waitlist"
        boxed
      >
        {(waitlist) => <Lists waitlist={waitlist} />}
      </QueryView>
      {adding ? <NewWantDialog onClose={() => setAdding(false)} /> : null}
    </div>
  );
}
