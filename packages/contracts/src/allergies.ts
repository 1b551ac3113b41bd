import { formFlag, text } from './form.ts';
import { flag } from './wire.ts';

/** Whether a person recorded that an animal has no known allergies. */
export const noKnownAllergies = flag.meta({
  description: "'1' when a person recorded that there are none; with '0' and no `allergies`, not recorded",
});

/** What can be written down about an animal's allergies: a text, or that there are none. */
export const allergyInput = {
  allergies: text(2000).nullish().meta({ description: "Text; it sets `no_known_allergies` to '0'" }),
  no_known_allergies: formFlag.optional().meta({
    description:
      "'1' records that there are none. Refused beside a text, also one recorded before, unless `allergies` is null",
  }),
};
