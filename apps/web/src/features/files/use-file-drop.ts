import { useRef, useState, type DragEvent } from 'react';

const bringsFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');

/** Lets files be dropped on an element: spread `area` on it, and show that it is `over`. */
export function useFileDrop(onFiles: (files: File[]) => void) {
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
