import { useQuery } from '@tanstack/react-query';
import type { OutputOf } from '../../../lib/api.ts';
import { defaultPracticeLocale, formatsOf } from '../../../lib/format.ts';
import { usePractice } from '../../../lib/practice.ts';
import { actionQuery } from '../../../lib/query.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { Table, Td, Th, Tr } from '../../../ui/table.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';

type Invoice = OutputOf<'subscription/invoices'>[number];

const looks: Record<Invoice['status'], { tone: BadgeTone; label: string }> = {
  draft: { tone: 'neutral', label: 'Draft' },
  open: { tone: 'attention', label: 'Unpaid' },
  paid: { tone: 'confirmed', label: 'Paid' },
  void: { tone: 'void', label: 'Void' },
  uncollectible: { tone: 'void', label: 'Written off' },
};

/** The status of an invoice; one of zero is the provider's record of the trial. */
const lookOf = ({ status, amount }: Invoice): (typeof looks)[Invoice['status']] =>
  status === 'paid' && Number(amount) === 0 ? { tone: 'neutral', label: 'Trial' } : looks[status];

/** A page or file of the provider, in a new tab. */
const Outside = ({ href, of, children }: { href: string; of: string; children: string }) => (
  <a href={href} target="_blank" rel="noopener noreferrer" className={textLinkClass}>
    {children}
    <span className="sr-only"> invoice {of}, opens in a new tab</span>
  </a>
);

function InvoiceRow({ invoice }: { invoice: Invoice }) {
  const practice = usePractice();
  const { money, date } = formatsOf({ ...(practice ?? defaultPracticeLocale), currency: invoice.currency });
  const look = lookOf(invoice);
  const name = invoice.number ?? date(invoice.created_at);
  return (
    <Tr>
      <Td>
        <span className="figures whitespace-nowrap">{date(invoice.created_at)}</span>
        {invoice.number === null ? null : (
          <span className="block text-sm wrap-anywhere text-ink-soft">{invoice.number}</span>
        )}
      </Td>
      <Td className="figures text-right">{money(invoice.amount)}</Td>
      <Td>
        <Badge tone={look.tone}>{look.label}</Badge>
      </Td>
      <Td>
        <span className="flex flex-wrap gap-x-4 gap-y-1">
          {invoice.url === null ? null : (
            <Outside href={invoice.url} of={name}>
              {invoice.status === 'open' ? 'Pay' : 'View'}
            </Outside>
          )}
          {invoice.pdf_url === null ? null : (
            <Outside href={invoice.pdf_url} of={name}>
              PDF
            </Outside>
          )}
        </span>
      </Td>
    </Tr>
  );
}

/** The invoices of the practice's subscription, newest first. */
export function InvoicesCard() {
  const query = useQuery(actionQuery('subscription/invoices', {}));
  return (
    <Card title="Invoices" flush>
      <QueryView
        query={query}
        skeleton={<SkeletonRows rows={2} />}
        failure="Couldn’t load the invoices"
        empty={
          <EmptyState title="No invoices yet">They appear here once the subscription has started.</EmptyState>
        }
      >
        {(invoices) => (
          <Table caption="Subscription invoices">
            <thead>
              <tr>
                <Th>Date</Th>
                <Th className="text-right">Amount</Th>
                <Th>Status</Th>
                <Th>
                  <span className="sr-only">Open</span>
                </Th>
              </tr>
            </thead>
            <tbody>
              {invoices.map((invoice) => (
                <InvoiceRow key={invoice.id} invoice={invoice} />
              ))}
            </tbody>
          </Table>
        )}
      </QueryView>
    </Card>
  );
}
