import { Circle, CircleAlert, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Spinner } from '../../../ui/spinner.tsx';
import type { ItemState } from '../checklist-state.ts';

const looks: Record<ItemState, { icon: ReactNode; word: string }> = {
  unchecked: { icon: <CircleAlert className="size-5 text-ink-soft" />, word: 'Not checked' },
  checking: { icon: <Spinner />, word: 'Checking...' },
  pass: { icon: <CircleCheck className="size-5 text-confirmed" />, word: 'Done' },
  fail: { icon: <Circle className="size-5 text-edge" />, word: 'To do' },
};

/** One thing that belongs to the first-time setup, and how to do it. */
export function ChecklistItem({
  title,
  text,
  state,
  action,
}: {
  title: string;
  text: string;
  state: ItemState;
  action: ReactNode;
}) {
  const { icon, word } = looks[state];
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-line bg-surface px-3 py-2.5">
      <span aria-hidden="true" className="grid size-6 shrink-0 place-items-center">
        {icon}
      </span>
      <div className="min-w-0 flex-1 basis-32">
        <p className="font-semibold">
          {title} <span className="text-sm font-normal text-ink-soft">· {word}</span>
        </p>
        <p className="text-sm text-ink-soft">{text}</p>
      </div>
      {action}
    </li>
  );
}
