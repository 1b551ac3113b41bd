import { CircleAlert, CircleCheck, RotateCw, X } from 'lucide-react';
import { formatBytes } from '../../../lib/format.ts';
import { usePractice } from '../../../lib/practice.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import type { UploadItem, UploadQueue } from '../upload-queue.ts';

const icons = {
  pending: <Spinner />,
  uploading: <Spinner />,
  success: <CircleCheck aria-hidden="true" className="text-brand" />,
  error: <CircleAlert aria-hidden="true" className="text-attention" />,
};

const percent = (item: UploadItem): string => `${Math.round(item.progress * 100)}%`;

function State({ item }: { item: UploadItem }) {
  const locale = usePractice()?.locale;
  if (item.state === 'error') {
    return (
      <p role="alert" className="text-sm font-medium text-attention">
        {item.problem}
      </p>
    );
  }
  if (item.state === 'success') return <p className="text-sm text-brand">Uploaded</p>;
  const said = item.state === 'pending' ? 'Waiting' : `Uploading, ${percent(item)}`;
  return (
    <>
      <p className="figures text-sm text-ink-soft">
        {said} · {formatBytes(item.size, locale)}
      </p>
      <ProgressBar label={`Upload of ${item.name}`} done={item.progress} className="mt-1" />
    </>
  );
}

/** Uploads in progress, and failed ones. */
export function UploadList({ items, queue }: { items: readonly UploadItem[]; queue: UploadQueue }) {
  const done = items.filter(({ state }) => state === 'success').map(({ name }) => `${name} uploaded`);
  return (
    <>
      <p role="status" className="sr-only">
        {done.join(', ')}
      </p>
      {items.length > 0 ? (
        <ul aria-label="Uploads" className="divide-y divide-line border-b border-line">
          {items.map((item) => (
            <li key={item.id} className="flex items-center gap-3 py-2 pr-2 pl-4">
              <span className="grid size-5 shrink-0 place-items-center text-xl">{icons[item.state]}</span>
              <div className="min-w-0 flex-1">
                <p className="font-semibold wrap-anywhere">{item.name}</p>
                <State item={item} />
              </div>
              {item.canRetry && item.state === 'error' ? (
                <Button
                  size="small"
                  icon={<RotateCw aria-hidden="true" className="size-4" />}
                  aria-label={`Retry ${item.name}`}
                  onClick={() => queue.retry(item.id)}
                >
                  Retry
                </Button>
              ) : null}
              {item.state === 'success' ? null : (
                <IconButton
                  label={item.state === 'error' ? `Dismiss ${item.name}` : `Stop uploading ${item.name}`}
                  icon={<X aria-hidden="true" />}
                  onClick={() => queue.dismiss(item.id)}
                />
              )}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}
