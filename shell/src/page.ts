import { PAGE_DATA_ID, type PageData } from 'shared-api/contracts';

/** What the server wrote into the page. Throws when it is not there: the page is then none of the server's. */
export function readPageData(): PageData {
  const element = document.getElementById(PAGE_DATA_ID);
  if (!element?.textContent) throw new Error('The page carries no data for the console');
  return JSON.parse(element.textContent) as PageData;
}
