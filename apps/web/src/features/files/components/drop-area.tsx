import type { ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { useFileDrop } from '../use-file-drop.ts';

/** Takes files that are dropped on its content, and shows that it would. */
export function DropArea({
  label,
  className,
  onFiles,
  children,
}: {
  /** What letting go would do. */
  label: string;
  className?: string;
  onFiles: (files: File[]) => void;
  children: ReactNode;
}) {
  const { over, area } = useFileDrop(onFiles);
  return (
    <div {...area} className={classNames('relative min-w-0', className)}>
      {children}
      {over ? (
        <p className="pointer-events-none absolute inset-0 grid place-items-center rounded-lg border-2 border-dashed border-brand bg-brand-soft text-lg font-bold text-brand opacity-95">
          {label}
        </p>
      ) : null}
    </div>
  );
}
