import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Card } from '../../../ui/card.tsx';
import { QueryError } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { ChangePasswordForm } from '../forms/change-password-form.tsx';
import { sessionQuery } from '../queries.ts';
import { OwnFeeds } from './own-feeds.tsx';
import { OwnSessions } from './own-sessions.tsx';

interface SectionProps {
  title: string;
  explanation: string;
  children: ReactNode;
}

/** A part of a page. */
const CardSection = ({ title, explanation, children }: SectionProps) => (
  <Card title={title}>
    <p className="mb-3 text-ink-soft">{explanation}</p>
    {children}
  </Card>
);

/** A part of a dialog, which is a sheet of its own already. */
const PlainSection = ({ title, explanation, children }: SectionProps) => (
  <section className="border-t border-line pt-4">
    <h3 className="font-bold">{title}</h3>
    <p className="mb-3 text-sm text-ink-soft">{explanation}</p>
    {children}
  </section>
);

/** The signed-in person's own affairs: who they are, their password, where they are signed in. */
export function AccountPanel({ frame }: { frame: 'cards' | 'plain' }) {
  const me = useQuery(sessionQuery);
  const Section = frame === 'cards' ? CardSection : PlainSection;
  if (me.isPending) return <SkeletonRows rows={3} />;
  if (me.isError) {
    return <QueryError query={me} title="Failed to load your account" />;
  }
  // A superadmin has none, and what helps out for a time leaves nothing behind.
  const hasDiary = me.data.tenant_id !== null && me.data.support_until === null;
  return (
    <div className="flex flex-col gap-4">
      <div>
        <p className="font-semibold wrap-anywhere">{me.data.name}</p>
        <p className="wrap-anywhere text-ink-soft">{me.data.email}</p>
      </div>
      <Section title="Password" explanation="Changing it signs you out everywhere else.">
        <ChangePasswordForm email={me.data.email} />
      </Section>
      {hasDiary ? (
        <Section
          title="Calendar"
          explanation="Shows your appointments in the calendar on your phone or computer, through a secret address."
        >
          <OwnFeeds />
        </Section>
      ) : null}
      <Section title="Sessions" explanation="Where you are signed in, across all your practices.">
        <OwnSessions />
      </Section>
    </div>
  );
}
