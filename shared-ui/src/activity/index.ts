/**
 * Who changed what, as a separate entry of the kit. The requests are props, because each module makes them through its own
 * slice.
 */
export { ActivityList, type ActivityListProps } from './ActivityList';
export { ActivityPanel, type ActivityPanelProps } from './ActivityPanel';
export { ChangeSentence, type ChangeSentenceProps } from './ChangeSentence';
export { activityMessages } from './messages';
export { RevertNotice, type RevertNoticeProps } from './RevertNotice';
export {
  type ActivityFilters,
  activityParams,
  type ActivityPeriod,
  type ActivityQuery,
  toActivityQuery,
} from './params';
export {
  type ActivityExportOptions,
  type ActivityPageQuery,
  type ActivityPages,
  type ReadActivityPage,
  useActivityExport,
  useActivityPages,
} from './use-activity-pages';
export { type FormerValues, type RevertOptions, type RevertState, type StagedValues, useRevert } from './use-revert';
