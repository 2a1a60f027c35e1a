import type { Page } from 'playwright-core'

/** Sets the text size as a browser's settings do. A constructed style sheet, because the page's CSP allows no other. */
export async function enlargeText(page: Page, percent: number) {
  const sheet = await page.evaluateHandle((percent) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`html { font-size: ${percent}% !important }`)
    document.adoptedStyleSheets.push(sheet)
    return sheet
  }, percent)
  return {
    undo: () =>
      sheet.evaluate((sheet) => {
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
      }),
  }
}
