import { useRef, useState, type DragEvent, type ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';

const bringsFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');

/** Makes an element accept dropped files: spread `area` on it, and highlight it while `over`. */
function useFileDrop(onFiles: (files: File[]) => void) {
  const [over, setOver] = useState(false);
  // A child's enter event fires before its parent's leave event.
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

/** Accepts files dropped on its content, and says so while they are dragged over it. */
export function DropArea({
  label,
  className,
  onFiles,
  children,
}: {
  /** Says what dropping does. */
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
