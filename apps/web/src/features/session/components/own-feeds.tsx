import { useSession } from '../../../lib/session-store.ts';
import { Feeds } from '../../calendar-feeds/components/feeds.tsx';

/** The feeds of the person's own diary. */
export const OwnFeeds = () => <Feeds ofPerson={useSession().userId} />;
