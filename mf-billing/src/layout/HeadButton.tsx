import { styled, touch } from 'shared-ui';
import { Button } from 'shared-ui/mui';

/** A text button next to a heading, as tall as the heading and aligned with the content below. */
export const HeadButton = styled(Button)({ '&&': { margin: '-6px -12px', [touch]: { marginBlock: -12 } } });
