import { lazyPage, remoteApp } from 'shared-ui/remote';
import { api } from './api';

/** The pages of this module by route, as `module.json` declares them. */
export const App = remoteApp(api, {
  '/settings/:practice/practice/provider-hours': lazyPage(async () => {
    const page = await import(/* webpackChunkName: "weekly-hours" */ './weekly-hours/WeeklyHoursPage');
    return page.WeeklyHoursPage;
  }),
  '/settings/:practice/practice/provider-hours-worked': lazyPage(async () => {
    const page = await import(/* webpackChunkName: "hours-worked" */ './hours-worked/HoursWorkedPage');
    return page.HoursWorkedPage;
  }),
});
