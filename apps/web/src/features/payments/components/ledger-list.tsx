import type { ReactNode } from 'react';
import { useFormats } from '../../../lib/practice.ts';
import { classNames } from '../../../ui/class-names.ts';
import { kindNames, ledgerLines, methodNames, type LedgerLine, type Payment } from '../payment-words.ts';

/** The columns that a ledger line shows. */
export type LedgerEntry = Pick<
  Payment,
  'id' | 'kind' | 'method' | 'amount' | 'taken_at' | 'taken_by' | 'reverses_payment_id'
> & { by_provider?: boolean };

/** 'Card', or 'Card, online' for a payment through the provider. */
const methodOf = ({ method, by_provider: byProvider }: LedgerEntry): string =>
  byProvider ? `${methodNames[method]}, online` : methodNames[method];

/** A refund of a payment, or its void. */
function Reversal({ entry }: { entry: LedgerEntry }) {
  const formats = useFormats();
  return (
    <li className="flex items-baseline justify-between gap-4">
      <p className="min-w-0">
        {kindNames[entry.kind]}
        <span className="figures text-sm text-ink-soft">
          {' · '}
          {[methodNames[entry.method], formats.dateTime(entry.taken_at), entry.taken_by]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </p>
      <p className="figures shrink-0 text-attention">{formats.money(entry.amount)}</p>
    </li>
  );
}

function Line<Entry extends LedgerEntry>({
  line: { entry, reversals, isVoided },
  foldsMistakes,
  about,
  action,
}: {
  line: LedgerLine<Entry>;
  foldsMistakes: boolean;
  about: ReactNode;
  action: ReactNode;
}) {
  const formats = useFormats();
  const isOut = Number(entry.amount) < 0;
  const below = foldsMistakes
    ? reversals.filter(({ kind, reverses_payment_id: of }) => kind !== 'void' || of !== entry.id)
    : reversals;
  const voided = foldsMistakes && isVoided ? 'voided' : null;
  return (
    <li className="px-4 py-2.5">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <p className={classNames('font-medium', isVoided && 'text-ink-soft line-through')}>
            {kindNames[entry.kind]} <span className="font-normal text-ink-soft">· {methodOf(entry)}</span>
          </p>
          <p className="figures text-sm text-ink-soft">
            {[formats.dateTime(entry.taken_at), entry.taken_by, voided].filter(Boolean).join(' · ')}
          </p>
          {about}
        </div>
        <p
          className={classNames(
            'figures shrink-0 font-semibold',
            isOut && 'text-attention',
            isVoided && 'font-normal text-ink-soft line-through',
          )}
        >
          {formats.money(entry.amount)}
        </p>
        {action === null ? null : <div className="-my-1.5 -mr-2 w-9 shrink-0 print:hidden">{action}</div>}
      </div>
      {below.length > 0 ? (
        <ul
          aria-label={`Refunds and voids of this ${kindNames[entry.kind].toLowerCase()}`}
          className={classNames('mt-1.5 border-l-2 border-line pl-3', action !== null && 'pr-9')}
        >
          {below.map((reversal) => (
            <Reversal key={reversal.id} entry={reversal} />
          ))}
        </ul>
      ) : null}
    </li>
  );
}

const nothing = () => null;

/**
 * Lines of the ledger, each with its refunds below.
 * @param foldsMistakes shows a voided payment as one line, struck through
 * @param aboutOf the subject of a line, shown below it
 * @param actionOf the action of a line, with room for a small button; null for a list without actions
 */
export function LedgerList<Entry extends LedgerEntry>({
  label,
  entries,
  foldsMistakes = false,
  aboutOf = nothing,
  actionOf = nothing,
}: {
  label: string;
  entries: readonly Entry[];
  foldsMistakes?: boolean;
  aboutOf?: (entry: Entry) => ReactNode;
  actionOf?: (line: LedgerLine<Entry>) => ReactNode;
}) {
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {ledgerLines(entries).map((line) => (
        <Line
          key={line.entry.id}
          line={line}
          foldsMistakes={foldsMistakes}
          about={aboutOf(line.entry)}
          action={actionOf(line)}
        />
      ))}
    </ul>
  );
}
