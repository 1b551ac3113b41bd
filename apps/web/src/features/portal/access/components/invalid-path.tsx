import { usePage } from '../../../../lib/page-name.ts';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { EntranceFrame } from './entrance-frame.tsx';

/** No practice could be found for the address: why that may be, and what to do about it. */
export function InvalidPath({ named }: { named: boolean }) {
  const title = named ? 'Invalid Access Path' : 'Invalid Path';
  usePage('Invalid Path');
  return (
    <EntranceFrame title={title}>
      <div className="flex flex-col gap-4">
        <p>
          {named
            ? 'The practice could not be identified. Please check the link.'
            : 'The practice could not be identified. This link doesn’t say which practice it’s for.'}
        </p>
        <p className="text-ink-soft">
          Please use the full link your practice gave you. If it still doesn’t work, contact the practice.
        </p>
        <div className="flex flex-col gap-2">
          <Button variant="primary" size="large" onClick={() => window.location.reload()}>
            Try Again
          </Button>
          {/* Outside the app: what stands there is not this page's to know. */}
          <a href="/" className={buttonClass('secondary', 'large')}>
            Go to Homepage
          </a>
        </div>
      </div>
    </EntranceFrame>
  );
}
