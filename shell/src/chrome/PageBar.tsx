import { narrow, styled } from 'shared-ui';

/** Holds messages above a page, at the same distance from the sides as the page's content. */
export const PageBar = styled('section')({ padding: '12px 24px 0', [narrow]: { padding: '12px 16px 0' } });
