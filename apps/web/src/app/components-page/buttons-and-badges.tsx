import { Bell, CalendarPlus, Camera, Pencil, TriangleAlert, Upload } from 'lucide-react';
import { AddButton } from '../../ui/add-button.tsx';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Button, ButtonLink, type ButtonSize, type ButtonVariant } from '../../ui/button.tsx';
import { ChooseFiles } from '../../ui/choose-files.tsx';
import { CountedIcon, countInWords } from '../../ui/counted-icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Logo } from '../../ui/logo.tsx';
import { SpeciesIcon } from '../../ui/species-icon.tsx';
import { StatusBadge, type BookingState } from '../../ui/status-badge.tsx';
import { toast } from '../../ui/toast.ts';
import { species } from './example-data.ts';
import { Row, Variant, type ShownComponent } from './shown.tsx';

const variants: readonly ButtonVariant[] = [
  'primary',
  'secondary',
  'quiet',
  'attention',
  'attention-secondary',
  'attention-quiet',
];
const sizes: readonly ButtonSize[] = ['small', 'medium', 'large'];
const icon = <CalendarPlus aria-hidden="true" className="size-4" />;

function ButtonExample() {
  return (
    <>
      {variants.map((variant) => (
        <Variant key={variant} name={variant}>
          <Row>
            <Button variant={variant}>Book appointment</Button>
            <Button variant={variant} icon={icon}>
              Book appointment
            </Button>
            <Button variant={variant} disabled>
              Disabled
            </Button>
            <Button variant={variant} busy busyLabel="Booking...">
              Book appointment
            </Button>
            <Button variant={variant} waiting>
              Waiting for another
            </Button>
          </Row>
        </Variant>
      ))}
      <Variant name="bar, in the header">
        <div className="rounded-md bg-bar p-2">
          <Button variant="bar" icon={icon}>
            Book appointment
          </Button>
        </div>
      </Variant>
      <Variant name="small, medium and large">
        <Row>
          {sizes.map((size) => (
            <Button key={size} size={size}>
              Notify client
            </Button>
          ))}
        </Row>
      </Variant>
      <Variant name="ButtonLink">
        <Row>
          <ButtonLink to="#button">Open record</ButtonLink>
          <ButtonLink to="#button" variant="primary" icon={icon}>
            Book appointment
          </ButtonLink>
        </Row>
      </Variant>
    </>
  );
}

const IconButtonExample = () => (
  <Row>
    <IconButton label="Edit client" icon={<Pencil aria-hidden="true" />} />
    <IconButton label="Edit client (no permission)" icon={<Pencil aria-hidden="true" />} disabled />
    <div className="rounded-md bg-bar p-2">
      <IconButton tone="bar" label="Notifications" icon={<Bell aria-hidden="true" />} />
    </div>
  </Row>
);

const CountedIconExample = () => (
  <Row>
    {[0, 7, 130].map((count) => (
      <div key={count} className="rounded-md bg-bar p-2">
        <IconButton
          tone="bar"
          label={`Notifications: ${countInWords(count) || 'none'} unread`}
          icon={
            <CountedIcon count={countInWords(count)}>
              <Bell aria-hidden="true" />
            </CountedIcon>
          }
        />
      </div>
    ))}
  </Row>
);

const sayChosen = (files: readonly File[]) => toast.success(files.map(({ name }) => name).join(', '));

const ChooseFilesExample = () => (
  <Row>
    <ChooseFiles
      label="Upload files"
      icon={<Upload aria-hidden="true" className="size-4" />}
      accept="image/*,.pdf"
      multiple
      onFiles={sayChosen}
    />
    <ChooseFiles
      label="Take picture"
      icon={<Camera aria-hidden="true" className="size-4" />}
      accept="image/*"
      camera
      variant="primary"
      size="medium"
      onFiles={sayChosen}
    />
    <ChooseFiles
      label="Upload X-rays"
      icon={<Upload aria-hidden="true" className="size-4" />}
      accept="image/*"
      busy
      busyLabel="Uploading..."
      onFiles={sayChosen}
    />
  </Row>
);

const tones: readonly BadgeTone[] = [
  'neutral',
  'brand',
  'attention',
  'attention-strong',
  'pending',
  'confirmed',
  'progress',
  'done',
  'void',
  'provisional',
];

const BadgeExample = () => (
  <Row>
    {tones.map((tone) => (
      <Badge key={tone} tone={tone}>
        {tone}
      </Badge>
    ))}
    <Badge tone="attention" icon={<TriangleAlert aria-hidden="true" className="size-3" />}>
      With an icon
    </Badge>
  </Row>
);

const bookings: readonly BookingState[] = [
  { status: 'pending', is_provisional: 1, staff_accepted: 0 },
  { status: 'pending', is_provisional: 0, staff_accepted: 0 },
  { status: 'confirmed', is_provisional: 0, staff_accepted: 1 },
  { status: 'in-progress', is_provisional: 0, staff_accepted: 1 },
  { status: 'completed', is_provisional: 0, staff_accepted: 1 },
  { status: 'cancelled', is_provisional: 0, staff_accepted: 0 },
];

const StatusBadgeExample = () => (
  <Row>
    {bookings.map((booking) => (
      <StatusBadge key={`${booking.status} ${booking.is_provisional}`} booking={booking} />
    ))}
    <StatusBadge booking={{ status: 'confirmed', is_provisional: 0, staff_accepted: 1 }} missed />
  </Row>
);

const SpeciesIconExample = () => (
  <>
    <Row>
      {species.map(({ kind, name }) => (
        <span key={kind} className="flex items-center gap-2">
          <SpeciesIcon species={name} framed />
          {name}
        </span>
      ))}
    </Row>
    <Variant name="without a frame">
      <Row>
        {species.map(({ kind, name }) => (
          <SpeciesIcon key={kind} species={name} />
        ))}
      </Row>
    </Variant>
  </>
);

export const buttonsAndBadges: readonly ShownComponent[] = [
  { name: 'Button', file: 'button.tsx', Example: ButtonExample },
  {
    name: 'AddButton',
    file: 'add-button.tsx',
    Example: () => (
      <AddButton what="recall type" onClick={() => toast.success('A recall type would be added.')} />
    ),
  },
  { name: 'CountedIcon', file: 'counted-icon.tsx', Example: CountedIconExample },
  { name: 'IconButton', file: 'icon-button.tsx', Example: IconButtonExample },
  { name: 'ChooseFiles', file: 'choose-files.tsx', Example: ChooseFilesExample },
  { name: 'Badge', file: 'badge.tsx', Example: BadgeExample },
  { name: 'StatusBadge', file: 'status-badge.tsx', Example: StatusBadgeExample },
  { name: 'SpeciesIcon', file: 'species-icon.tsx', Example: SpeciesIconExample },
  { name: 'Logo', file: 'logo.tsx', Example: () => <Logo className="size-12 text-brand" /> },
];
