import type { BookingStage } from '@burrow/contracts/booking-stage';
import { CircleUserRound, DoorOpen, LogOut, PawPrint } from 'lucide-react';

const icons = { arrived: DoorOpen, with: CircleUserRound, ready: PawPrint, left: LogOut };

/** The icon of a stage, beside its word. */
export function StageIcon({ stage, className = 'size-4' }: { stage: BookingStage; className?: string }) {
  const Icon = icons[stage];
  return <Icon aria-hidden="true" className={className} />;
}
