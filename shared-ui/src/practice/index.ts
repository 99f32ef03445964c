export { PracticeBadges, type PracticeBadgesProps } from './PracticeBadges';
export { PracticeSubject, type PracticeSubjectProps } from './PracticeSubject';
