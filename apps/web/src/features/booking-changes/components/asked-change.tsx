import { useFormats } from '../../../lib/practice.ts';
import { wishedPlace } from '../change-words.ts';
import { useOpenChanges } from '../queries.ts';
import { AnswerChange } from './answer-change.tsx';

/** The client's open request to move or cancel, on the appointment itself; nothing while it loads. */
export function AskedChange({ changeId }: { changeId: number }) {
  const formats = useFormats();
  const change = useOpenChanges().data?.find(({ change_id: id }) => id === changeId);
  if (change === undefined) return null;
  return (
    <div className="flex flex-col gap-2 rounded-md bg-provisional-soft px-3 py-2.5">
      <p className="wrap-anywhere">
        {change.client_name} asked to{' '}
        <strong>{change.kind === 'move' ? `move it to ${wishedPlace(change, formats)}` : 'cancel it'}</strong>
        .
      </p>
      {change.reason ? (
        <p className="text-sm wrap-anywhere whitespace-pre-line italic">“{change.reason}”</p>
      ) : null}
      <AnswerChange change={change} size="medium" />
    </div>
  );
}
