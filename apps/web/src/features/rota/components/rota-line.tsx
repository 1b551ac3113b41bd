import { paths } from '../../../lib/paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';

/** An optional step of the first-time setup. */
export const RotaLine = () => (
  <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
    <p className="text-ink-soft">
      <span className="font-semibold text-ink">Who works when?</span> Optional: add your team’s working hours.
    </p>
    <ButtonLink size="small" variant="quiet" to={paths.settings('rota')}>
      Set up the rota
    </ButtonLink>
  </div>
);
