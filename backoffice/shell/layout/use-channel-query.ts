import { useQueryParams, withQueryParams } from '#backoffice/kit/router/address.tsx'

/** The query that takes the selected channel along to another page. */
export function useChannelQuery(): string {
  const [query] = useQueryParams()
  const channel = query.get('channel')
  return channel === null ? '' : `?${withQueryParams(new URLSearchParams(), { channel })}`
}
