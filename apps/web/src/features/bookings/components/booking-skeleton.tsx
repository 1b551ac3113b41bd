import { Card } from '../../../ui/card.tsx';
import { Skeleton, SkeletonRows } from '../../../ui/skeleton.tsx';
import { PageColumns } from './page-columns.tsx';

/** The shape of the page while it loads. */
export function BookingSkeleton() {
  return (
    <div className="flex flex-col gap-4 lg:gap-5">
      <h1 className="sr-only">Booking Details</h1>
      <div className="flex items-center gap-3">
        <Skeleton className="size-9 rounded-full" />
        <div className="flex flex-col gap-1.5">
          <Skeleton className="h-5 w-48" />
          <Skeleton className="h-4 w-64" />
        </div>
      </div>
      <PageColumns
        side={
          <Card>
            <div className="flex flex-col gap-2.5">
              <Skeleton className="h-5 w-3/4" />
              <Skeleton className="h-5 w-1/2" />
              <Skeleton className="h-11" />
              <Skeleton className="h-9" />
            </div>
          </Card>
        }
      >
        <Card flush>
          <SkeletonRows rows={3} label="Loading booking..." />
        </Card>
        <Card>
          <Skeleton className="h-24" />
        </Card>
      </PageColumns>
    </div>
  );
}
