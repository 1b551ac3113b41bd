import type { WebhookDeliveryDetail } from '@burrow/contracts/webhook';
import { useQuery } from '@tanstack/react-query';
import { plural } from '../../../lib/format.ts';
import { useFormats } from '../../../lib/practice.ts';
import { QueryError } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { deliveryQuery } from '../queries.ts';

/** Formats JSON with a line for each value; other text is unchanged. */
function spread(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** A focusable region, so that the keyboard can scroll it. */
const scrolled = { role: 'region', tabIndex: 0 } as const;

/** Text of programs, verbatim. */
const Code = ({ label, children }: { label: string; children: string }) => (
  <pre
    aria-label={label}
    {...scrolled}
    className="max-h-72 overflow-auto rounded-md border border-line bg-sunken px-3 py-2 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
  >
    {children}
  </pre>
);

function Try({ tried }: { tried: WebhookDeliveryDetail['tries'][number] }) {
  const { dateTime } = useFormats();
  const { number, at, duration_ms: duration, status, error, answer } = tried;
  return (
    <li className="flex flex-col gap-1 py-2">
      <p className="figures text-sm text-ink-soft">
        Attempt {number} · {dateTime(at)} · {duration} ms{status === null ? '' : ` · status ${status}`}
      </p>
      {error === null ? null : <p className="text-sm font-medium wrap-anywhere text-attention">{error}</p>}
      {answer === null ? null : <Code label={`Response to attempt ${number}`}>{answer}</Code>}
    </li>
  );
}

/** The request of a delivery, and the result of each attempt. */
export function DeliveryDetail({ endpointId, deliveryId }: { endpointId: number; deliveryId: number }) {
  const query = useQuery(deliveryQuery(endpointId, deliveryId));
  if (query.isPending) return <SkeletonRows rows={2} />;
  if (query.isError && !query.data) return <QueryError query={query} title="Couldn’t load the delivery" />;
  const { payload, tries, attempts, event_id: eventId } = query.data;
  // An attempt counts even if the process stopped during it, so its result is unknown.
  const unknown = attempts - tries.length;
  return (
    <div className="flex flex-col gap-3 pt-1 pb-2">
      <div className="flex flex-col gap-1">
        <h3 className="text-sm font-semibold">Sent</h3>
        <p className="figures text-xs wrap-anywhere text-ink-soft">webhook-id: {eventId}</p>
        <Code label="Request body">{spread(payload)}</Code>
      </div>
      <div>
        <h3 className="text-sm font-semibold">Attempts</h3>
        {tries.length === 0 ? <p className="text-sm text-ink-soft">None yet.</p> : null}
        <ul aria-label="Attempts" className="divide-y divide-line empty:hidden">
          {tries.map((tried) => (
            <Try key={tried.number} tried={tried} />
          ))}
        </ul>
        {unknown > 0 ? (
          <p className="text-sm text-ink-soft">
            The result of {plural(unknown, 'more attempt')} is not known yet, or was lost when the server
            stopped.
          </p>
        ) : null}
      </div>
    </div>
  );
}
