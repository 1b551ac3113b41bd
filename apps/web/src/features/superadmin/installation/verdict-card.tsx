import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import { Card } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import type { Finding } from './queries.ts';

const looks = {
  wrong: { icon: <CircleAlert />, word: 'Wrong', text: 'text-attention' },
  note: { icon: <Info />, word: 'Worth knowing', text: 'text-pending' },
  ok: { icon: <CircleCheck />, word: 'OK', text: 'text-confirmed' },
} as const;

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function Findings({ findings }: { findings: readonly Finding[] }) {
  return (
    <ul className="divide-y divide-line">
      {findings.map(({ what, state, said, todo }) => (
        <li key={`${what} ${said}`} className="flex gap-3 px-4 py-2.5">
          <span aria-hidden="true" className={classNames('mt-0.5 text-lg', looks[state].text)}>
            {looks[state].icon}
          </span>
          <div className="min-w-0 flex-1 wrap-anywhere">
            <p>
              <span className="sr-only">{looks[state].word}: </span>
              <span className="font-semibold">{capitalised(what)}</span>
              <span className="text-ink-soft">: {said}</span>
            </p>
            {todo === null ? null : <p className="text-sm text-ink-soft">{todo}</p>}
          </div>
        </li>
      ))}
    </ul>
  );
}

function verdictOf(findings: readonly Finding[]): { state: Finding['state']; title: string } {
  const count = (wanted: Finding['state']) => findings.filter(({ state }) => state === wanted).length;
  const [wrong, notes] = [count('wrong'), count('note')];
  if (wrong > 0)
    return { state: 'wrong', title: wrong === 1 ? '1 problem found' : `${wrong} problems found` };
  if (notes > 0) return { state: 'ok', title: 'Everything is working' };
  return { state: 'ok', title: 'All checks passed' };
}

const boxes = {
  wrong: 'border-attention/40 bg-attention-soft',
  note: 'border-pending/40 bg-pending-soft',
  ok: 'border-confirmed/40 bg-confirmed-soft',
};

/** Whether all checks passed, the failed ones with what to do, and all checks in a collapsed list. */
export function VerdictCard({ findings }: { findings: readonly Finding[] }) {
  const { state, title } = verdictOf(findings);
  const told = findings.filter((finding) => finding.state !== 'ok');
  const well = findings.filter((finding) => finding.state === 'ok');
  const notes = told.filter((finding) => finding.state === 'note').length;
  return (
    <section aria-labelledby="verdict" className="flex flex-col gap-4 lg:gap-5">
      <div className={classNames('flex items-center gap-3 rounded-lg border px-4 py-3.5', boxes[state])}>
        <span aria-hidden="true" className={classNames('text-3xl', looks[state].text)}>
          {looks[state].icon}
        </span>
        <div role="status">
          <h2 id="verdict" className="text-lg font-bold">
            {title}
          </h2>
          <p className="text-ink-soft">
            {notes === 0
              ? `${well.length} checks passed.`
              : `${well.length} checks passed, ${notes} worth knowing.`}
          </p>
        </div>
      </div>
      <Card flush title="Findings">
        {told.length > 0 ? <Findings findings={told} /> : null}
        <details className={classNames('group', told.length > 0 && 'border-t border-line')}>
          <summary className="cursor-pointer px-4 py-2.5 text-sm font-semibold text-brand">
            {told.length > 0 ? 'Other checks' : 'Checks'} ({well.length})
          </summary>
          <div className="border-t border-line">
            <Findings findings={well} />
          </div>
        </details>
      </Card>
    </section>
  );
}
