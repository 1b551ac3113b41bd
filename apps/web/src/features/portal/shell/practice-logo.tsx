import { useState } from 'react';
import { classNames } from '../../../ui/class-names.ts';

/** The practice's logo, on white because most logos are made for it; nothing without one, or if it can't be shown. */
export function PracticeLogo({ source, className }: { source: string | null; className: string }) {
  const [failed, setFailed] = useState<string | null>(null);
  if (source === null || source === failed) return null;
  return (
    // Decorative: the name is beside it.
    <img
      src={source}
      alt=""
      onError={() => setFailed(source)}
      className={classNames('shrink-0 rounded-md bg-[#fff] object-contain p-0.5', className)}
    />
  );
}
