import { PAGE_DATA_ID, type PageData } from 'shared-api/contracts';

/** The data that the server embedded in the page. @throws if it is missing, because the server rendered no page data */
export function readPageData(): PageData {
  const element = document.getElementById(PAGE_DATA_ID);
  if (!element?.textContent) throw new Error('The page carries no data for the console');
  return JSON.parse(element.textContent) as PageData;
}
