/** The fill of the second series, hatched so that it does not depend on colour. `id` is for `url(#…)`. */
export function Hatch({ id }: { id: string }) {
  return (
    <pattern id={id} width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="7" height="7" className="fill-chart-second" />
      <rect width="2" height="7" className="fill-surface/55" />
    </pattern>
  );
}
