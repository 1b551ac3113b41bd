import { AccountPanel } from '../components/account-panel.tsx';

/** The category 'My account' of the settings. */
export const AccountSettings = () => <AccountPanel frame="cards" />;
