/**
 * The activity list, a separate kit entry. Requests are props, because each module sends them through its own slice.
 */
export { Activity, type ActivityProps } from './Activity';
export { ActivityList, type ActivityListProps } from './ActivityList';
export { ChangeSentence, type ChangeSentenceProps } from './ChangeSentence';
export { activityMessages } from './messages';
export { RevertNotice, type RevertNoticeProps } from './RevertNotice';
export { type ActivityQuery } from './params';
export { type ActivityPageQuery, type ReadActivityPage } from './use-activity-pages';
export { type FormerValues, type RevertOptions, type RevertState, type StagedValues, useRevert } from './use-revert';
