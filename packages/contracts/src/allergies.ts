import { formFlag, text } from './form.ts';
import { flag } from './wire.ts';

/** Whether a person recorded that an animal has no known allergies. */
export const noKnownAllergies = flag.meta({
  description: "'1' when it is recorded that there are none; '0' without `allergies` means not recorded",
});

/** What can be written down about an animal's allergies: a text, or that there are none. */
export const allergyInput = {
  allergies: text(2000).nullish().meta({ description: "Text; it sets `no_known_allergies` to '0'" }),
  no_known_allergies: formFlag.optional().meta({
    description: "'1' records that there are none. Refused while there is a text, unless `allergies` is null",
  }),
};
