import { type CostPreview, listText } from 'shared-api/contracts';
import { messages } from './messages';

const text = messages.preview;

/** What would be paid twice: one sentence for everything that is had by itself, and one per feature of something else. */
export function paidTwiceTexts(paidTwice: CostPreview['paid_twice']): string[] {
  const own = paidTwice.filter(({ display_name: name, through }) => name === through);
  const others = paidTwice.filter(({ display_name: name, through }) => name !== through);
  return [
    ...(own.length > 0 ? [text.paidTwice(listText(own.map(({ display_name: name }) => name)))] : []),
    ...others.map(({ display_name: name, through }) => text.paidTwiceThrough(name, through)),
  ];
}
