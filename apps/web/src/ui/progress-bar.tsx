import { classNames } from './class-names.ts';

/** The progress of something, `done` from 0 to 1. The label is for screen readers. */
export const ProgressBar = ({
  label,
  done,
  className,
}: {
  label: string;
  done: number;
  className?: string;
}) => (
  <progress
    aria-label={label}
    max={1}
    value={done}
    className={classNames(
      'block h-1.5 w-full appearance-none overflow-hidden rounded-full border-0 bg-sunken',
      '[&::-moz-progress-bar]:bg-brand [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-brand',
      className,
    )}
  />
);
