import type { AuditLogEntry } from '@burrow/contracts/audit-log';
import { Link } from 'react-router-dom';
import { useFormats } from '../../../lib/practice.ts';
import { Table, Td, Th, Tr } from '../../../ui/table.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import { detailLines } from '../audit-details.ts';
import { auditSentence } from '../audit-sentence.ts';

function Details({ entry }: { entry: AuditLogEntry }) {
  const details = detailLines(entry, useFormats());
  if (details.length === 0) return null;
  return (
    <details className="text-sm text-ink-soft">
      <summary className="w-fit cursor-pointer rounded-sm py-0.5 hover:text-ink pointer-coarse:py-2">
        Details
      </summary>
      <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5">
        {details.map(({ label, value }) => (
          <div key={label} className="contents">
            <dt className="font-semibold">{label}</dt>
            <dd className="min-w-0 wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function Sentence({ entry, withWho }: { entry: AuditLogEntry; withWho: boolean }) {
  const { who, what, record, to, more } = auditSentence(entry);
  const words = withWho ? what : what.charAt(0).toUpperCase() + what.slice(1);
  return (
    <p className="wrap-anywhere">
      {withWho ? <strong>{who} </strong> : null}
      {words}
      {record === null ? null : ' '}
      {record === null ? null : to === null ? (
        <span className="font-semibold">{record}</span>
      ) : (
        <Link to={to} className={textLinkClass}>
          {record}
        </Link>
      )}
      {more}
    </p>
  );
}

export function AuditTable({ rows }: { rows: readonly AuditLogEntry[] }) {
  const formats = useFormats();
  return (
    <Table caption="Audit log">
      <thead>
        <tr>
          <Th>When</Th>
          <Th>Who</Th>
          <Th className="w-full">What</Th>
        </tr>
      </thead>
      <tbody>
        {rows.map((entry) => (
          <Tr key={entry.id}>
            <Td className="figures align-top! whitespace-nowrap text-ink-soft">
              {formats.dateTime(entry.at)}
            </Td>
            <Td className="min-w-36 align-top! font-semibold wrap-anywhere">{auditSentence(entry).who}</Td>
            <Td className="align-top!">
              <Sentence entry={entry} withWho={false} />
              <Details entry={entry} />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Lines of the log as cards, for a phone. */
export function AuditCards({ rows }: { rows: readonly AuditLogEntry[] }) {
  const formats = useFormats();
  return (
    <ul aria-label="Audit log" className="divide-y divide-line">
      {rows.map((entry) => (
        <li key={entry.id} className="px-4 py-2.5">
          <p className="figures text-sm text-ink-soft">{formats.dateTime(entry.at)}</p>
          <Sentence entry={entry} withWho />
          <Details entry={entry} />
        </li>
      ))}
    </ul>
  );
}
