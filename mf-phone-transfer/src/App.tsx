import { remoteApp } from 'shared-ui/remote';
import { api } from './api';
import { PhoneNumbersPage } from './phone-numbers/PhoneNumbersPage';

/** The page of this module by its route, as `module.json` declares it. */
export const App = remoteApp(api, { '/internal/practices/:practice/phone-numbers': PhoneNumbersPage });
