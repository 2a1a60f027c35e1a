import { useQueryParams, withQueryParams } from '#backoffice/kit/router/address.tsx'

/** The query that keeps the selected channel in a link to another page. */
export function useChannelQuery(): string {
  const [query] = useQueryParams()
  const channel = query.get('channel')
  return channel === null ? '' : `?${withQueryParams(new URLSearchParams(), { channel })}`
}
