import type { Page } from 'playwright-core'

/** Text of another size, as a reader's browser would set it: past the page's policy, which allows no other styles. */
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
