import { Skeleton } from '../../../ui/skeleton.tsx';

/** A pet's page while it loads. */
export const PetSkeleton = () => (
  <div role="status" className="flex flex-col gap-4">
    <span className="sr-only">Loading...</span>
    <div className="flex flex-col items-center gap-3 sm:flex-row sm:gap-5">
      <Skeleton className="size-28 rounded-full" />
      <Skeleton className="h-7 w-40" />
    </div>
    <Skeleton className="h-11 sm:w-52" />
    <Skeleton className="h-64 rounded-lg" />
    <Skeleton className="h-28 rounded-lg" />
  </div>
);
