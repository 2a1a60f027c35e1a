import type { Move } from '#storefront/router/history.ts'
import { useCameByReplacing, useLocation } from '#storefront/router/router.tsx'

/** For a change of address that is no change of page: it takes the entry's place, and the page keeps its own. */
export const stayingOnPage: Move = { replace: true, state: { stays: true } }

/** Whether one came here so. Whoever comes back to the entry later arrives like anybody else. */
export function useStaysOnPage(): boolean {
  const { state } = useLocation()
  const replaced = useCameByReplacing()
  return replaced && (state as { stays?: boolean } | null)?.stays === true
}
