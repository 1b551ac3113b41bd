import { useState } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { useCommand } from '../../../lib/query.ts';
import { useInstant } from '../../../lib/use-now.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { operatorFormats } from '../operator-formats.ts';
import { formatAgo, providerTitles } from './installation-words.ts';
import type { Provider, TestResult } from './queries.ts';
import { SendTest } from './send-test.tsx';

function lookOf({ state, calls }: Provider): { tone: BadgeTone; label: string } {
  if (state === 'off') return { tone: 'neutral', label: 'Not set up' };
  const { last_failed_at: failed, last_worked_at: worked } = calls ?? {};
  if (failed && (!worked || Date.parse(failed) > Date.parse(worked))) {
    return { tone: 'attention', label: 'Last attempt failed' };
  }
  if (state === 'simulated') return { tone: 'pending', label: 'Simulated' };
  return { tone: 'confirmed', label: worked ? 'Working' : 'Set up' };
}

function Calls({ provider: { calls, state, through } }: { provider: Provider }) {
  const now = useInstant();
  if (state === 'off') return <p className="text-ink-soft">{through} is not used here.</p>;
  if (calls === null) return <p className="text-ink-soft">Couldn’t load its recent calls.</p>;
  const {
    last_worked_at: worked,
    last_failed_at: failed,
    last_failure: failure,
    failed_last_day: count,
  } = calls;
  if (!worked && !failed) {
    return (
      <p className="text-ink-soft">
        {through === 'The database'
          ? 'Stored in the database: see below.'
          : 'Not used in the last five weeks.'}
      </p>
    );
  }
  return (
    <div className="text-sm text-ink-soft">
      <p>
        {worked ? `Last worked: ${formatAgo(worked, now)}.` : 'Has not worked in the last five weeks.'}{' '}
        {count > 0 ? `${operatorFormats.count(count, 'failure')} in the last day.` : null}
      </p>
      {failed && failure ? (
        <p className="wrap-anywhere">
          Last failed: {formatAgo(failed, now)}. {failure.said}{' '}
          <code className="text-xs">{failure.code}</code>
        </p>
      ) : null}
    </div>
  );
}

function Result({ result }: { result: TestResult }) {
  return (
    <div
      className={classNames(
        'rounded-md px-3 py-2 text-sm wrap-anywhere',
        result.worked ? 'bg-confirmed-soft text-confirmed' : 'bg-attention-soft text-attention',
      )}
    >
      <p className="font-semibold">{result.said}</p>
      {result.ms > 0 ? (
        <p className="text-ink">
          {result.todo}{' '}
          <span className="text-ink-soft">
            {result.code ? `Code ${result.code}, after` : 'After'} {operatorFormats.number(result.ms)} ms.
          </span>
        </p>
      ) : null}
    </div>
  );
}

const testLabels: Record<Provider['provider'], string> = {
  sms: 'Send test',
  mail: 'Send test',
  payments: 'Test Stripe',
  storage: 'Test storage',
};

function Row({ provider }: { provider: Provider }) {
  const test = useCommand('superadmin/provider_test');
  const [asking, setAsking] = useState(false);
  const { provider: name, state, through } = provider;
  const { tone, label } = lookOf(provider);
  const needsAddress = name === 'sms' || name === 'mail';
  const begin = () => (needsAddress ? setAsking(true) : test.mutate({ provider: name }));
  return (
    <li className="flex flex-col gap-2 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <h3 className="font-semibold">{providerTitles[name]}</h3>
        <Badge tone={tone}>{label}</Badge>
        {state === 'off' ? null : (
          <>
            <span className="text-sm text-ink-soft">{through}</span>
            <Button
              size="small"
              className="ml-auto"
              aria-label={`${testLabels[name]}: ${providerTitles[name]}`}
              busy={test.isPending && !asking}
              busyLabel="Testing..."
              onClick={begin}
            >
              {testLabels[name]}
            </Button>
          </>
        )}
      </div>
      <Calls provider={provider} />
      <div aria-live="polite" className="empty:-mt-2">
        {test.data && !asking ? <Result result={test.data} /> : null}
        {test.error && !asking ? (
          <p className="text-sm text-attention">
            {messageOf(test.error, 'Couldn’t run the test. Please try again.')}
          </p>
        ) : null}
      </div>
      {asking && needsAddress ? (
        <SendTest provider={name} test={test} onClose={() => setAsking(false)} />
      ) : null}
    </li>
  );
}

/** The providers: whether they are set up, the results of their last calls, and a test of each. */
export function ProvidersCard({ providers }: { providers: readonly Provider[] }) {
  return (
    <Card flush title="Providers">
      <ul className="divide-y divide-line">
        {providers.map((provider) => (
          <Row key={provider.provider} provider={provider} />
        ))}
      </ul>
    </Card>
  );
}
