import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from './icon-button.tsx';
import { textLinkClass } from './text-link.ts';

/** A link that opens in a new tab, with a button to copy its address. `name` completes 'Copy …'. */
export function CopiedLink({ name, href }: { name: string; href: string }) {
  const [copied, setCopied] = useState<boolean | null>(null);
  async function copy() {
    try {
      await navigator.clipboard.writeText(href);
      setCopied(true);
    } catch (error) {
      // Permission denied, or no HTTPS: the link itself can still be copied.
      console.info('The browser blocked copying the address.', error);
      setCopied(false);
    }
  }
  return (
    <span className="flex items-start gap-1">
      <a
        href={href}
        target="_blank"
        rel="noopener noreferrer"
        className={`min-w-0 wrap-anywhere ${textLinkClass}`}
      >
        {href}
        <span className="sr-only"> (opens a new tab)</span>
      </a>
      <IconButton
        label={`Copy ${name}`}
        className="-my-1.5 print:hidden"
        icon={
          copied === true ? (
            <Check aria-hidden="true" className="size-4 text-confirmed" />
          ) : (
            <Copy aria-hidden="true" className="size-4" />
          )
        }
        onClick={() => void copy()}
      />
      <span role="status" className="sr-only">
        {copied === true ? 'Copied.' : null}
        {copied === false ? 'Your browser blocked copying. Select the address and copy it.' : null}
      </span>
    </span>
  );
}
