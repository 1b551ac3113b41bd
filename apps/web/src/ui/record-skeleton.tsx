import { Skeleton } from './skeleton.tsx';

/** The placeholder of a record's page: header, two columns of cards. */
export function RecordSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-4 lg:gap-5">
      <span className="sr-only">Loading...</span>
      <div className="flex items-center gap-3">
        <Skeleton className="size-12 rounded-full" />
        <div className="flex flex-col gap-2">
          <Skeleton className="h-5 w-48" />
          <Skeleton className="h-3.5 w-32" />
        </div>
      </div>
      <div className="grid gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] lg:gap-5">
        <div className="flex flex-col gap-4 lg:gap-5">
          <Skeleton className="h-36 rounded-lg" />
          <Skeleton className="h-64 rounded-lg" />
        </div>
        <div className="flex flex-col gap-4 lg:gap-5">
          <Skeleton className="h-36 rounded-lg" />
          <Skeleton className="h-48 rounded-lg" />
        </div>
      </div>
    </div>
  );
}
