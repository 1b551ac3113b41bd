import { accentOnPaper, hexOf } from '@burrow/contracts/accent-colour';
import { useId } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { controlClass, Field } from '../../../ui/field.tsx';

const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text.trim());

/** A preview of a heading, a line and a button in the colour, on white paper like the documents. */
function ColourPreview({ colour, practiceName }: { colour: string; practiceName: string }) {
  return (
    <div
      role="img"
      aria-label={`Preview in ${colour}`}
      className="flex min-w-0 items-center justify-between gap-3 self-start rounded-md border border-line bg-[#fff] px-4 py-3"
      style={{ borderTop: `4px solid ${colour}` }}
    >
      <span className="min-w-0 truncate text-lg font-bold" style={{ color: colour }}>
        {practiceName}
      </span>
      <span
        className="shrink-0 rounded-md px-3 py-1.5 font-semibold whitespace-nowrap text-[#fff]"
        style={{ background: colour }}
      >
        Book now
      </span>
    </div>
  );
}

/** The practice's colour, chosen from the browser's palette or typed, with a preview. */
export function ColourField({
  value,
  error,
  onChange,
  practiceName,
}: {
  value: string;
  error: string | undefined;
  onChange: (colour: string) => void;
  practiceName: string;
}) {
  const id = useId();
  const used = hexOf(accentOnPaper(value));
  const tooLight = isColour(value) && used !== value.trim().toLowerCase();
  return (
    <Card title="Colour">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-[repeat(2,minmax(0,1fr))]">
        <Field
          id={id}
          label="Colour of your documents and client portal"
          error={error}
          hint={
            tooLight
              ? `White text on this colour would be hard to read, so ${used} is used instead.`
              : value.trim() === ''
                ? 'No colour chosen. Burrow’s green is used.'
                : 'Text in this colour is easy to read.'
          }
          control={(wired) => (
            <div className="flex gap-2">
              <input
                type="color"
                aria-label="Choose a colour"
                value={isColour(value) ? value.trim() : used}
                onChange={(event) => onChange(event.target.value)}
                className="h-9 w-12 shrink-0 cursor-pointer rounded-md border border-edge bg-surface p-1 pointer-coarse:h-11"
              />
              <input
                {...wired}
                type="text"
                value={value}
                maxLength={7}
                spellCheck={false}
                autoComplete="off"
                placeholder="#1d5a4c"
                onChange={(event) => onChange(event.target.value)}
                className={controlClass}
              />
              {value === '' ? null : <Button onClick={() => onChange('')}>Clear</Button>}
            </div>
          )}
        />
        <ColourPreview colour={used} practiceName={practiceName} />
      </div>
    </Card>
  );
}
