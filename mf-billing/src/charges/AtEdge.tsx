import { styled, touch } from 'shared-ui';
import { Button } from 'shared-ui/mui';

/** A text button in the head of a panel, as tall as the title and aligned with the content below. */
export const AtEdge = styled(Button)({ '&&': { margin: '-6px -12px', [touch]: { marginBlock: -12 } } });
