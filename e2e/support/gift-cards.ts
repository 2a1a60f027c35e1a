import type { Page, Request } from 'playwright-core'

/** The gift cards in the list, in order. */
export const cards = (page: Page) => page.getByRole('main').getByRole('article')

export const cardOf = (page: Page, name: string) =>
  cards(page).filter({ has: page.getByRole('link', { name, exact: true }) })

export const namesIn = (page: Page) => cards(page).getByRole('heading').allTextContents()

export async function pointsIn(page: Page): Promise<number[]> {
  const texts = await cards(page)
    .getByText(/^\d+\s(punt|punten|points?)$/)
    .allTextContents()
  return texts.map((text) => Number.parseInt(text, 10))
}

/** The heading with the number of results: '24 cadeaus'. */
export const countHeading = (page: Page, total: number | RegExp) =>
  page.getByRole('heading', {
    name: typeof total === 'number' ? new RegExp(`^${total} (cadeau|cadeaus|gifts?)$`) : total,
    level: 2,
  })

/** The query of each list request from now on. */
export function listRequests(page: Page): URLSearchParams[] {
  const queries: URLSearchParams[] = []
  page.on('request', (request) => {
    if (isListRequest(request)) queries.push(new URL(request.url()).searchParams)
  })
  return queries
}

export const isListRequest = (request: Request) =>
  new URL(request.url()).pathname === '/rest/producttags/products'

export const storedValue = (page: Page, store: 'session' | 'local', name: string) =>
  page.evaluate(
    ([store, name]) => (store === 'session' ? sessionStorage : localStorage).getItem(name ?? ''),
    [store, name],
  )

export const queryOf = (page: Page) => new URL(page.url()).searchParams
