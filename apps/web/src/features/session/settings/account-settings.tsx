import { AccountPanel } from '../components/account-panel.tsx';

/** 'Your account' among the settings. */
export const AccountSettings = () => <AccountPanel frame="cards" />;
