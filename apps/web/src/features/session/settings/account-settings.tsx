import { AccountPanel } from '../components/account-panel.tsx';

/** 'My account' among the settings. */
export const AccountSettings = () => <AccountPanel frame="cards" />;
