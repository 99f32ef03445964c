import { color, forcedOutline, narrow, radius, styled, touch } from 'shared-ui';
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { messages } from '../messages';

const text = messages.settings;

/** Minimum number of sections to show links. */
const MIN_SECTIONS = 3;

/** The element id of a section. */
export function sectionId(title: string): string {
  return `section-${title.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`;
}

const Bar = styled('nav')({
  position: 'sticky',
  // Older shells provide only the total height above the page.
  top: 'var(--console-sticky-top, var(--console-frame-top, 0px))',
  zIndex: 10,
  margin: '0 -24px',
  padding: '0 24px',
  borderBottom: `1px solid ${color.line}`,
  backgroundColor: color.paper,
  [narrow]: { margin: '-12px -16px 0', padding: '0 16px' },
  '@media print': { display: 'none' },
});

const List = styled('ul')({
  listStyle: 'none',
  display: 'flex',
  gap: 4,
  margin: 0,
  padding: '6px 0',
  overflowX: 'auto',
  // Space for the outline of a focused link.
  scrollPadding: 8,
  scrollbarWidth: 'thin',
  // Fades out at the edge, where more links follow.
  [narrow]: { paddingRight: 32, maskImage: 'linear-gradient(to left, transparent, #000 32px)' },
});

const SectionLink = styled('a')({
  display: 'block',
  padding: '5px 10px',
  borderRadius: radius.control,
  fontSize: 13,
  lineHeight: '20px',
  fontWeight: 550,
  whiteSpace: 'nowrap',
  color: color.inkSecond,
  textDecoration: 'none',
  '&:hover': { backgroundColor: color.subtle, color: color.ink },
  '&[aria-current]': { backgroundColor: color.primaryTint, color: color.primary, ...forcedOutline },
  [touch]: { padding: 12 },
});

/** The visible section: the last one whose top has passed the upper third of the window. */
function sectionInView(titles: readonly string[]): string | undefined {
  const line = window.innerHeight / 3;
  const passed = titles.filter((title) => {
    const section = document.getElementById(sectionId(title));
    return section !== null && section.getBoundingClientRect().top <= line;
  });
  return passed.at(-1) ?? titles[0];
}

/** The visible section, updated on scroll at most once per frame. */
function useSectionInView(titles: readonly string[]): string | undefined {
  const [current, setCurrent] = useState(titles[0]);
  const names = titles.join('\n');
  useEffect(() => {
    const shown = names.split('\n');
    let frame = 0;
    const update = (): void => {
      frame = 0;
      setCurrent(sectionInView(shown));
    };
    const onScroll = (): void => {
      frame ||= requestAnimationFrame(update);
    };
    document.addEventListener('scroll', onScroll, { passive: true, capture: true });
    return () => {
      document.removeEventListener('scroll', onScroll, { capture: true });
      cancelAnimationFrame(frame);
    };
  }, [names]);
  return titles.includes(current ?? '') ? current : titles[0];
}

/** Sticky links to the sections of a long page. The visible section is marked. */
export function SectionLinks({ titles }: { titles: readonly string[] }): ReactNode {
  const current = useSectionInView(titles);
  const list = useRef<HTMLUListElement>(null);

  useEffect(() => {
    const link = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (!link || !list.current) return;
    const { offsetLeft, offsetWidth } = link;
    const { scrollLeft, clientWidth, offsetLeft: start } = list.current;
    const left = offsetLeft - start;
    if (left < scrollLeft || left + offsetWidth > scrollLeft + clientWidth) list.current.scrollLeft = left - 16;
  }, [current]);

  if (titles.length < MIN_SECTIONS) return null;
  const onClick = (event: MouseEvent, title: string): void => {
    event.preventDefault();
    const section = document.getElementById(sectionId(title));
    // Jumps without an animation, because motion makes some people sick.
    section?.scrollIntoView({ block: 'start' });
    section?.focus({ preventScroll: true });
  };
  return (
    <Bar aria-label={text.sections}>
      <List ref={list}>
        {titles.map((title) => (
          <li key={title}>
            <SectionLink
              href={`#${sectionId(title)}`}
              {...(title === current && { 'aria-current': 'location' as const })}
              onClick={(event) => onClick(event, title)}
            >
              {title}
            </SectionLink>
          </li>
        ))}
      </List>
    </Bar>
  );
}
