/**
 * Gives the announcements of scripts a low priority (HTML, `fetchpriority`): a phone then loads the sheet, the fonts
 * and the picture above the fold first. React Router's `<Scripts>` has no option for it. Should its links once look
 * otherwise, nothing changes. No text of a page can look like one: React and `jsonInScript` escape "<".
 */
export function scriptsLast(html: string): string {
  return html.replaceAll('<link rel="modulepreload" ', '<link rel="modulepreload" fetchpriority="low" ');
}
