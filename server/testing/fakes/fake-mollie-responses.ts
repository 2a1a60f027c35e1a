import type { FakeAnswer } from '#server/testing/fakes/fake-service.ts'

export const link = (href: string, type = 'application/hal+json') => ({ href, type })

export const documentationLink = (about: string) => ({
  documentation: link(`https://docs.mollie.com/reference/${about}`, 'text/html'),
})

const TITLES: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized Request',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  422: 'Unprocessable Entity',
}

export const hal = (status: number, body: unknown): FakeAnswer => ({
  status,
  headers: { 'content-type': 'application/hal+json' },
  body,
})

export function problem(status: number, detail: string, field?: string): FakeAnswer {
  return hal(status, {
    status,
    title: TITLES[status] ?? 'Error',
    detail,
    ...(field === undefined ? {} : { field }),
    _links: documentationLink('handling-errors'),
  })
}

/** One page of a list, by `from` and `limit`. */
export function page<Item extends { id: string }>(
  address: string,
  name: string,
  items: Item[],
  query: URLSearchParams,
  json: (item: Item) => unknown,
): FakeAnswer {
  const limit = Number(query.get('limit') ?? 50)
  if (!Number.isInteger(limit) || limit < 1 || limit > 250) {
    return problem(400, 'Invalid limit', 'limit')
  }
  const from = query.get('from')
  const start = from === null ? 0 : items.findIndex(({ id }) => id === from)
  if (start < 0) return problem(400, 'Invalid cursor value', 'from')
  const shown = items.slice(start, start + limit)
  const next = items[start + limit]
  const before = items[Math.max(0, start - limit)]
  const pageFrom = (id: string) => link(`${address}?from=${id}&limit=${limit}`)
  return hal(200, {
    count: shown.length,
    _embedded: { [name]: shown.map(json) },
    _links: {
      self: link(`${address}?limit=${limit}`),
      previous: start > 0 && before ? pageFrom(before.id) : null,
      next: next ? pageFrom(next.id) : null,
      ...documentationLink(`list-${name}`),
    },
  })
}
