import { useRef, useState, type DragEvent, type ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';

const bringsFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');

/** Lets files be dropped on an element: spread `area` on it, and show that it is `over`. */
function useFileDrop(onFiles: (files: File[]) => void) {
  const [over, setOver] = useState(false);
  // Entering a child comes before leaving its parent.
  const depth = useRef(0);
  const area = {
    onDragEnter: (event: DragEvent) => {
      if (!bringsFiles(event)) return;
      depth.current += 1;
      setOver(true);
    },
    onDragOver: (event: DragEvent) => {
      if (bringsFiles(event)) event.preventDefault();
    },
    onDragLeave: (event: DragEvent) => {
      if (!bringsFiles(event)) return;
      depth.current -= 1;
      if (depth.current <= 0) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      if (!bringsFiles(event)) return;
      event.preventDefault();
      depth.current = 0;
      setOver(false);
      onFiles([...event.dataTransfer.files]);
    },
  };
  return { over, area };
}

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
