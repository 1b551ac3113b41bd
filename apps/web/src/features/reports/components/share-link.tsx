import { Check, Link2 } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.ts';

/** Copies the current address, which contains the page's filters. Opening it requires a sign-in. */
export function ShareLink() {
  const { pathname, search } = useLocation();
  const here = `${pathname}${search}`;
  const [copied, setCopied] = useState<string | null>(null);

  async function copy() {
    const link = window.location.href;
    try {
      await navigator.clipboard.writeText(link);
      setCopied(here);
      toast.success('Link copied', { about: 'share link' });
    } catch (error) {
      // Permission denied, or the address is not secure (https).
      console.info('The browser blocked copying the link.', error);
      toast.error('Couldn’t copy the link', {
        description: `Copy the address of this page by hand: ${link}`,
        about: 'share link',
      });
    }
  }

  const Icon = copied === here ? Check : Link2;
  return (
    <Button
      className="print:hidden"
      icon={<Icon aria-hidden="true" className="size-4" />}
      onClick={() => void copy()}
    >
      Copy link
    </Button>
  );
}
