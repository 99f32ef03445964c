import { lazyPage, remoteApp } from 'shared-ui/remote';
import { api } from './api';

/** This module's pages by route, as declared in `module.json`. */
export const App = remoteApp(api, {
  '/settings/:practice/practice/general': lazyPage(async () => {
    const page = await import(/* webpackChunkName: "practice-settings" */ './practice-settings/PracticeSettingsPage');
    return page.PracticeSettingsPage;
  }),
  '/settings/:practice/practice/members': lazyPage(async () => {
    const page = await import(/* webpackChunkName: "members" */ './members/MembersPage');
    return page.MembersPage;
  }),
  '/settings/:practice/activity': lazyPage(async () => {
    const page = await import(/* webpackChunkName: "activity" */ './activity/ActivityPage');
    return page.ActivityPage;
  }),
  '/settings/:practice/communication/settings': lazyPage(async () => {
    const page = await import(/* webpackChunkName: "communication" */ './communication/CommunicationPage');
    return page.CommunicationPage;
  }),
});
