import type { EntryRecord } from '@burrow/contracts/entry-fields';
import type { TimelineItem as Item, TimelineKind } from '@burrow/contracts/timeline';
import {
  CalendarDays,
  FileText,
  MessageSquareText,
  NotebookPen,
  Pill,
  Scale,
  ScrollText,
  Syringe,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatBytes, type Formats } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { Badge } from '../../../ui/badge.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { textLinkClass } from '../../../ui/text-link.ts';
import {
  factsOf,
  headingOf,
  isSharedByChoice,
  kindLabels,
  lockText,
  type EntryFact,
} from '../entry-words.ts';
import { EntryFacts } from './entry-facts.tsx';

const icons: Record<TimelineKind, LucideIcon> = {
  note: NotebookPen,
  vaccination: Syringe,
  treatment: Pill,
  prescription: ScrollText,
  visit: CalendarDays,
  weight: Scale,
  file: FileText,
  message: MessageSquareText,
};

/** 'Completed', and what differs from it. */
function visitState(visit: NonNullable<Item['visit']>): string {
  if (visit.did_not_attend === '1') return 'Did not attend';
  return visit.status.replace(/^./, (letter) => letter.toUpperCase()).replace('-', ' ');
}

/** How far a message got; nothing to say of one that came in. */
const messageStates: Readonly<Record<string, string>> = {
  pending: 'Queued',
  sent: 'Sent',
  confirmed: 'Delivered',
  failed: 'Not delivered',
};

function messageState({ direction, status }: NonNullable<Item['message']>): string {
  if (direction === 'in') return 'From the client';
  return ['To the client', messageStates[status]].filter(Boolean).join(' · ');
}

/** The heading of an item: what it is about. */
function heading(item: Item): ReactNode {
  const { entry, visit, weight, file, message } = item;
  if (entry) return headingOf(entry);
  if (visit)
    return (
      <Link to={paths.booking(visit.booking_id)} className={textLinkClass}>
        {visit.service ?? 'Appointment'}
      </Link>
    );
  if (weight) return `${weight.weight} kg`;
  if (file) return file.filename;
  if (message) return message.subject ?? (message.type === 'sms' ? 'Text message' : 'Email');
  return kindLabels[item.kind];
}

/** Who did it, or what else is known in a few words. */
function detail(item: Item): string | null {
  const { entry, visit, file, message } = item;
  if (entry) return entry.author;
  if (visit) return [visitState(visit), visit.staff_member].filter(Boolean).join(' · ');
  if (file) return formatBytes(file.file_size);
  if (message) return messageState(message);
  return null;
}

const when = (item: Item, formats: Formats): string =>
  item.weight ? formats.day(item.weight.measured_on) : formats.dateTime(item.at);

function Badges({ item }: { item: Item }) {
  const { entry } = item;
  const named = entry && headingOf(entry) === kindLabels[item.kind];
  return (
    <>
      {named ? null : <Badge>{kindLabels[item.kind]}</Badge>}
      {entry?.struck_at ? <Badge tone="void">Struck through</Badge> : null}
      {entry && !entry.struck_at && entry.shared === '1' ? (
        <Badge tone="brand">
          {isSharedByChoice(entry.kind) ? 'Shared with client' : 'Remarks shared with client'}
        </Badge>
      ) : null}
    </>
  );
}

/** Struck through: why, when and by whom. */
function Struck({ entry }: { entry: EntryRecord }) {
  const formats = useFormats();
  if (entry.struck_at === null) return null;
  return (
    <p className="text-sm font-medium text-attention wrap-anywhere">
      Struck through {formats.dateTime(entry.struck_at)}
      {entry.struck_by === null ? '' : ` by ${entry.struck_by}`}
      {entry.struck_reason ? `: ${entry.struck_reason}` : ''}
    </p>
  );
}

function Addenda({ addenda }: { addenda: EntryRecord['addenda'] }) {
  const formats = useFormats();
  if (addenda.length === 0) return null;
  return (
    <ul aria-label="Addenda" className="flex flex-col gap-1.5 border-l-2 border-edge/60 pl-3">
      {addenda.map(({ id, at, author, body }) => (
        <li key={id}>
          <p className="figures text-sm text-ink-soft">
            Addendum, {[formats.dateTime(at), author].filter(Boolean).join(', ')}
          </p>
          <p className="wrap-anywhere whitespace-pre-line">{body}</p>
        </li>
      ))}
    </ul>
  );
}

/** A batch leads to all animals that were given it. */
const withBatchLink = (fact: EntryFact, { batch, medicine_id }: EntryRecord): EntryFact =>
  fact.name === 'Batch' ? { ...fact, to: paths.batches({ batch, medicine: medicine_id }) } : fact;

/** An entry's text, details, addenda and lock. */
function EntryContent({ entry }: { entry: EntryRecord }) {
  const formats = useFormats();
  const isStruck = entry.struck_at !== null;
  return (
    <div className="flex flex-col gap-1.5">
      <div className={isStruck ? 'flex flex-col gap-1.5 line-through' : 'flex flex-col gap-1.5'}>
        <p className="wrap-anywhere whitespace-pre-line empty:hidden">{entry.body}</p>
        <EntryFacts facts={factsOf(entry, formats).map((fact) => withBatchLink(fact, entry))} />
      </div>
      <Struck entry={entry} />
      <Addenda addenda={entry.addenda} />
      <p className="text-sm text-ink-soft empty:hidden print:hidden">{lockText(entry, formats)}</p>
    </div>
  );
}

function Content({ item }: { item: Item }) {
  const { entry, visit, message } = item;
  if (entry) return <EntryContent entry={entry} />;
  const text = visit ? [visit.notes, visit.staff_notes].filter(Boolean).join('\n') : (message?.body ?? '');
  return text === '' ? null : <p className="line-clamp-4 wrap-anywhere whitespace-pre-line">{text}</p>;
}

/** One item of a health record: an entry, an appointment, a weight, a file or a message. */
export function TimelineItem({ item, actions }: { item: Item; actions?: ReactNode }) {
  const formats = useFormats();
  const Icon = icons[item.kind];
  return (
    <li className="flex break-inside-avoid gap-3 border-b border-line px-4 py-3 last:border-b-0 print:px-0">
      <span className="grid size-8 shrink-0 place-items-center rounded-full bg-sunken text-ink-soft print:hidden">
        <Icon aria-hidden="true" className="size-4" />
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span
            className={classNames(
              'min-w-0 font-semibold wrap-anywhere',
              Boolean(item.entry?.struck_at) && 'line-through',
            )}
          >
            {heading(item)}
          </span>
          <Badges item={item} />
        </p>
        <p className="figures text-sm text-ink-soft">
          {[when(item, formats), detail(item)].filter(Boolean).join(' · ')}
        </p>
        <Content item={item} />
      </div>
      {actions}
    </li>
  );
}
