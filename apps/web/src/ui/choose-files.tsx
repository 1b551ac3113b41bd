import { useRef, type ReactNode } from 'react';
import { Button, type ButtonSize, type ButtonVariant } from './button.tsx';

/** A button that opens the file chooser, or with `camera` a phone's camera. */
export function ChooseFiles({
  label,
  icon,
  accept,
  multiple = false,
  camera = false,
  variant = 'secondary',
  size = 'small',
  busy = false,
  busyLabel,
  className,
  onFiles,
}: {
  label: string;
  icon: ReactNode;
  accept: string;
  multiple?: boolean;
  camera?: boolean;
  variant?: ButtonVariant;
  size?: ButtonSize;
  busy?: boolean;
  busyLabel?: string;
  className?: string;
  onFiles: (files: File[]) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={accept}
        multiple={multiple}
        capture={camera ? 'environment' : undefined}
        onChange={({ target }) => {
          const chosen = [...(target.files ?? [])];
          // Allows choosing the same file again.
          target.value = '';
          if (chosen.length > 0) onFiles(chosen);
        }}
      />
      <Button
        variant={variant}
        size={size}
        icon={icon}
        busy={busy}
        busyLabel={busyLabel}
        className={className}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
    </>
  );
}
