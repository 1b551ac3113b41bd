/** SQL for the latest weight of the animal `a`, in kilograms as text without trailing zeros ('12.4'); null when never weighed. */
export const latestWeight = `(select trim_scale(w.weight_grams / 1000.0)::text from animal_weights w
   where w.tenant_id = a.tenant_id and w.animal_id = a.id
   order by w.measured_on desc, w.id desc limit 1)`;
